import { evaluate, parse } from 'groq-js'
import { HTTPException } from 'hono/http-exception'

import { isDraft, type Document } from './sanity-documents.ts'

type Question = { query: string; params: Record<string, unknown>; perspective: string }

/** GROQ by the reference implementation. Drafts are among the documents unless the perspective leaves them out. */
export async function answerQuery(documents: ReadonlyMap<string, Document>, question: Question) {
  const { query, params, perspective } = question
  if (!['raw', 'published'].includes(perspective)) throw refused(`no perspective ${perspective}`)
  for (const [, name = ''] of query.matchAll(/\$([a-z_]\w*)/gi))
    if (!(name in params)) throw refused(`param $${name} referenced, but not provided`, query)
  const dataset = [...documents.values()].filter(
    ({ _id }) => perspective === 'raw' || !isDraft(_id),
  )
  const value = await evaluate(parsed(query, params), { dataset: shuffled(dataset), params })
  const result: unknown = await value.get()
  return { ms: 1, result }
}

function parsed(query: string, params: Record<string, unknown>) {
  try {
    return parse(query, { params })
  } catch (error) {
    throw refused(String(error), query)
  }
}

/** The order of `*` is undefined: whoever relies on it shall see. */
function shuffled(dataset: Document[]): Document[] {
  return dataset.toSorted((one, other) => (one._rev < other._rev ? -1 : 1))
}

function refused(description: string, query = ''): HTTPException {
  const body = { error: { type: 'queryParseError', description, query, start: 0, end: 0 } }
  return new HTTPException(400, { res: Response.json(body, { status: 400 }) })
}
