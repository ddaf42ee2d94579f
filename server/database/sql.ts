/** A statement or a part of one. Values never become text; only parts of `sql` do. */
export interface Sql {
  compile: () => { text: string; values: unknown[] }
  parts: readonly string[]
  inputs: readonly unknown[]
}

/** Builds a statement: sql`select … where id = ${id} ${onlyApproved ? sql`and status = 'approved'` : sql``}`. */
export function sql(parts: TemplateStringsArray, ...inputs: unknown[]): Sql {
  return sqlOf([...parts], inputs)
}

/** A number of ours that stands in the text, so that PostgreSQL plans with it. Each is a statement of its own: only for few of them. */
export function literal(whole: number): Sql {
  if (!Number.isSafeInteger(whole)) throw new RangeError(`not a whole number: ${whole}`)
  return sqlOf([String(whole)], [])
}

function sqlOf(parts: readonly string[], inputs: readonly unknown[]): Sql {
  return { parts, inputs, compile: () => compile(parts, inputs) }
}

function compile(parts: readonly string[], inputs: readonly unknown[]) {
  const values: unknown[] = []
  let text = ''
  // Every request goes through here: nothing is made that is thrown away.
  const add = (texts: readonly string[], given: readonly unknown[]) => {
    for (const [index, part] of texts.entries()) {
      text += part
      if (index >= given.length) continue
      const input = given[index]
      if (isSql(input)) add(input.parts, input.inputs)
      else text += `$${values.push(input)}`
    }
  }
  add(parts, inputs)
  return { text, values }
}

function isSql(input: unknown): input is Sql {
  return typeof input === 'object' && input !== null && 'compile' in input && 'parts' in input
}
