const PASSED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LANG', 'TESSDATA_PREFIX'] as const;

/** The variables for programs that the service starts. They need none of its settings and secrets. */
export const programEnvironment = (): Record<string, string> =>
  Object.fromEntries(PASSED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
