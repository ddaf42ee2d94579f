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

function sqlOf(parts: readonly string[], inputs: readonly unknown[]): Sql {
  return { parts, inputs, compile: () => compile(parts, inputs) }
}

function compile(parts: readonly string[], inputs: readonly unknown[]) {
  const values: unknown[] = []
  const textOf = (texts: readonly string[], given: readonly unknown[]): string =>
    texts
      .map((text, index) => {
        if (index >= given.length) return text
        const input = given[index]
        if (isSql(input)) return text + textOf(input.parts, input.inputs)
        values.push(input)
        return `${text}$${values.length}`
      })
      .join('')
  return { text: textOf(parts, inputs), values }
}

function isSql(input: unknown): input is Sql {
  return typeof input === 'object' && input !== null && 'compile' in input && 'parts' in input
}
