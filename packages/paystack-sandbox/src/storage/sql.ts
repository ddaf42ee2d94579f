/** A statement or a fragment of one. Only fragments become text; every other value becomes a parameter. */
export interface Sql {
  compile: () => { text: string; values: unknown[] }
  parts: readonly string[]
  inputs: readonly unknown[]
}

/** Builds a statement: sql`select … where id = ${id} ${onlyPaid ? sql`and status = 'success'` : sql``}`. */
export function sql(parts: readonly string[], ...inputs: readonly unknown[]): Sql {
  const compile = () => {
    const values: unknown[] = []
    let text = ''
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
  return { parts, inputs, compile }
}

function isSql(input: unknown): input is Sql {
  return typeof input === 'object' && input !== null && 'compile' in input && 'parts' in input
}
