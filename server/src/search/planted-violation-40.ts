import '#evaluation/run-evaluation.ts';
