import '#monitoring/monitor.ts';
