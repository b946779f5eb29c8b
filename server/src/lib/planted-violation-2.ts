import '../errors.ts';
