import '#config/config.ts';
import '../config.ts';
