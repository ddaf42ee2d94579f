/** Every text of a catalogue with its path. Functions are called with one argument per parameter. */
export function flattenTexts(
  value: unknown,
  toArgument: (index: number) => unknown,
  path = '',
): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') {
    const args = Array.from({ length: value.length }, (_, index) => toArgument(index))
    return [[path, String(Reflect.apply(value, null, args))]]
  }
  return Object.entries(value ?? {}).flatMap(([key, inner]) =>
    flattenTexts(inner, toArgument, `${path}.${key}`),
  )
}
