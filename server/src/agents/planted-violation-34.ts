import '#chat/turn/run-turn.ts';
