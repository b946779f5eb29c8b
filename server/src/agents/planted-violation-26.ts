import '#chat/run-turn.ts';
