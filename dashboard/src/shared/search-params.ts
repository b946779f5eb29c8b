type Raw = Record<string, unknown>;

/** A text parameter; the router parses digits as a number. Other types are left out. */
export const textParam = <Name extends string>(raw: Raw, name: Name): { [name in Name]?: string } => {
  const value = raw[name];
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? ({ [name]: String(value) } as { [name in Name]: string })
    : {};
};

/** A list of texts without empty ones, cut to `most`. */
export const textsParam = <Name extends string>(
  raw: Raw,
  name: Name,
  most: number,
): { [name in Name]?: string[] } => {
  const value = raw[name];
  const texts = Array.isArray(value) ? value.map(String).filter((each) => each !== '') : [];
  return texts.length > 0 ? ({ [name]: texts.slice(0, most) } as { [name in Name]: string[] }) : {};
};

export const choiceParam = <Name extends string, Value extends string>(
  raw: Raw,
  name: Name,
  values: readonly Value[],
): { [name in Name]?: Value } => {
  const value = values.find((each) => each === raw[name]);
  return value === undefined ? {} : ({ [name]: value } as { [name in Name]: Value });
};

export const numberParam = <Name extends string>(
  raw: Raw,
  name: Name,
  min: number,
  max: number,
): { [name in Name]?: number } => {
  const value = raw[name];
  return typeof value === 'number' && value >= min && value <= max
    ? ({ [name]: value } as { [name in Name]: number })
    : {};
};

export const wholeParam = <Name extends string>(
  raw: Raw,
  name: Name,
  min: number,
  max: number,
): { [name in Name]?: number } => (Number.isInteger(raw[name]) ? numberParam(raw, name, min, max) : {});
