/** A statement or a fragment of one. Only fragments become text; every other value becomes a parameter. */
export interface Sql {
  compile: () => { text: string; values: unknown[] }
  parts: readonly string[]
  inputs: readonly unknown[]
}

/** Builds a statement, such as sql`select … where id = ${id} ${onlyApproved ? sql`and status = 'approved'` : sql``}`. */
export function sql(parts: TemplateStringsArray, ...inputs: unknown[]): Sql {
  return createSql([...parts], inputs)
}

/** An integer as text, so that PostgreSQL plans with its value. Each value makes a prepared statement of its own, so use it for few. */
export function literal(whole: number): Sql {
  if (!Number.isSafeInteger(whole)) throw new RangeError(`not a whole number: ${whole}`)
  return createSql([String(whole)], [])
}

/** The name of a column or table of ours as text. */
export function identifier(name: string): Sql {
  if (!/^[a-z][A-Za-z_0-9]*$/.test(name)) throw new RangeError(`not a name: ${name}`)
  return createSql([/[A-Z]/.test(name) ? `"${name}"` : name], [])
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** For `id = ${asUuid(text)}::uuid`: null, which equals no id, for any other text. A comparison as text would not use the index. */
export function asUuid(text: string): string | null {
  return uuidPattern.test(text) ? text : null
}

/** Held until the end of the transaction: those that take the lock of one name run one after the other. */
export const takeLock = (name: string): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`

export function joinSql(fragments: readonly Sql[], separator: Sql = sql`, `): Sql {
  return fragments.reduce((joined, fragment) => sql`${joined}${separator}${fragment}`)
}

function createSql(parts: readonly string[], inputs: readonly unknown[]): Sql {
  return { parts, inputs, compile: () => compile(parts, inputs) }
}

function compile(parts: readonly string[], inputs: readonly unknown[]) {
  const values: unknown[] = []
  let text = ''
  // Every request goes through here, so no intermediate arrays are built.
  const append = (texts: readonly string[], given: readonly unknown[]) => {
    for (const [index, part] of texts.entries()) {
      text += part
      if (index >= given.length) continue
      const input = given[index]
      if (isSql(input)) append(input.parts, input.inputs)
      else text += `$${values.push(input)}`
    }
  }
  append(parts, inputs)
  return { text, values }
}

function isSql(input: unknown): input is Sql {
  return typeof input === 'object' && input !== null && 'compile' in input && 'parts' in input
}
