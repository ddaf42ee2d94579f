import { HTTPException } from 'hono/http-exception'

export type Document = Record<string, unknown> & {
  _id: string
  _type: string
  _rev: string
  _createdAt: string
  _updatedAt: string
}

const idPattern = /^(?!.*\.\.)[a-z0-9_][a-z0-9_.-]{0,127}$/i

export const isDocumentId = (id: unknown): id is string =>
  typeof id === 'string' && idPattern.test(id)

/** True for drafts and for versions in a release. */
export const isDraft = (id: string) => /^(?:drafts|versions)\./.test(id)

/** Targets of all strong references in a value. */
export function findReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(findReferences)
  if (typeof value !== 'object' || value === null) return []
  const own = '_ref' in value && !('_weak' in value && value._weak) ? [String(value._ref)] : []
  return [...own, ...Object.values(value).flatMap(findReferences)]
}

/** The error response of a failed mutation, which fails its whole transaction. */
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
