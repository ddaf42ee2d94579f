import { HTTPException } from 'hono/http-exception'

/** A document as the store keeps it. */
export type Document = Record<string, unknown> & {
  _id: string
  _type: string
  _rev: string
  _createdAt: string
  _updatedAt: string
}

const idForm = /^(?!.*\.\.)[a-z0-9_][a-z0-9_.-]{0,127}$/i

export const isDocumentId = (id: unknown): id is string => typeof id === 'string' && idForm.test(id)

/** Not yet published, or for a release. */
export const isDraft = (id: string) => /^(?:drafts|versions)\./.test(id)

/** What is strongly referred to from anywhere in a value. */
export function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (typeof value !== 'object' || value === null) return []
  const own = '_ref' in value && !('_weak' in value && value._weak) ? [String(value._ref)] : []
  return [...own, ...Object.values(value).flatMap(referencesIn)]
}

/** Errors by item, as a mutation is refused. The whole transaction is. */
export function mutationError(
  status: 400 | 404 | 409,
  type: string,
  { id, index }: { id: string; index: number },
): HTTPException {
  const item = { error: { type, description: `${type} for "${id}"`, id }, index }
  const description = 'The mutation(s) failed'
  const body = { error: { type: 'mutationError', description, items: [item] } }
  return new HTTPException(status, { res: Response.json(body, { status }) })
}
