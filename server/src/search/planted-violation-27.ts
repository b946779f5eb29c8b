import '#chat/reply.ts';
