import '#config.ts';
import '../config.ts';
