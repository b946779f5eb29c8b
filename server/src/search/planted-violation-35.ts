import '#chat/turn/reply.ts';
