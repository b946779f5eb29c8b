import '#jobs/run-jobs.ts';
