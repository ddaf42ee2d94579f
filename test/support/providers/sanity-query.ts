import { evaluate, parse } from 'groq-js'
import { HTTPException } from 'hono/http-exception'

import { isDraft, type Document } from './sanity-documents.ts'

type QueryRequest = { query: string; params: Record<string, unknown>; perspective: string }

/** Evaluates GROQ with the reference implementation. The perspective 'raw' includes drafts. */
export async function answerQuery(documents: ReadonlyMap<string, Document>, request: QueryRequest) {
  const { query, params, perspective } = request
  if (!['raw', 'published'].includes(perspective)) throw queryError(`no perspective ${perspective}`)
  for (const [, name = ''] of query.matchAll(/\$([a-z_]\w*)/gi))
    if (!(name in params)) throw queryError(`param $${name} referenced, but not provided`, query)
  const dataset = listCandidates(documents, request).filter(
    ({ _id }) => perspective === 'raw' || !isDraft(_id),
  )
  const value = await evaluate(parsed(query, params), { dataset: shuffled(dataset), params })
  const result: unknown = await value.get()
  return { ms: 1, result }
}

/** Without the campaigns that a query by ids excludes, because the evaluation compares every document with every id. */
function listCandidates(
  documents: ReadonlyMap<string, Document>,
  { query, params }: QueryRequest,
): Document[] {
  const all = [...documents.values()]
  if (!query.startsWith('*[_type == "campaign" && _id in $ids]')) return all
  const ids = new Set(params.ids as string[])
  return all.filter(({ _id, _type }) => _type !== 'campaign' || ids.has(_id))
}

function parsed(query: string, params: Record<string, unknown>) {
  try {
    return parse(query, { params })
  } catch (error) {
    throw queryError(String(error), query)
  }
}

/** Shuffles the documents, because the order of `*` is undefined. Those that campaigns refer to come first, where the evaluation finds them fast. */
function shuffled(dataset: Document[]): Document[] {
  const rank = ({ _type, _rev }: Document) => (_type === 'campaign' ? `1 ${_rev}` : `0 ${_rev}`)
  return dataset.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

function queryError(description: string, query = ''): HTTPException {
  const body = { error: { type: 'queryParseError', description, query, start: 0, end: 0 } }
  return new HTTPException(400, { res: Response.json(body, { status: 400 }) })
}
