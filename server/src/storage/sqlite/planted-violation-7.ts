import '../agents.ts';
