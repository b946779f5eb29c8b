import '#segment/segment.ts';
