import { randomUUID } from 'node:crypto'

import { Mutation } from '@sanity/mutator'

import { isDocumentId, mutationError, findReferences, type Document } from './sanity-documents.ts'

type Sent = Record<string, unknown>
type MutationContext = { documents: Map<string, Document>; rev: string; at: string; index: number }

/** Applies all mutations of a transaction, or throws and applies none. */
export function applyMutations(store: Map<string, Document>, body: Sent) {
  const rev = typeof body.transactionId === 'string' ? body.transactionId : randomUUID()
  const at = new Date().toISOString().replace(/\.\d+/, '')
  const documents = new Map(store)
  const results = (body.mutations as Record<string, Sent>[]).flatMap((mutation, index) => {
    const [[kind, sent] = ['', {}]] = Object.entries(mutation)
    return applyOne(kind, sent, { documents, rev, at, index })
  })
  checkReferences(store, documents)
  store.clear()
  for (const [id, document] of documents) store.set(id, document)
  return { transactionId: rev, results }
}

function applyOne(kind: string, sent: Sent, context: MutationContext) {
  const { documents } = context
  if (kind === 'delete') {
    const id = parseId(sent.id, context)
    return [{ id, operation: documents.delete(id) ? 'delete' : 'none' }]
  }
  if (kind === 'patch') return [patch(sent, context)]
  return [create(kind, sent, context)]
}

function create(kind: string, sent: Sent, context: MutationContext) {
  const { documents } = context
  const id = sent._id === undefined && kind === 'create' ? randomUUID() : parseId(sent._id, context)
  if (documents.has(id)) {
    if (kind === 'create') throw failure(409, 'documentAlreadyExistsError', id, context)
    if (kind === 'createIfNotExists') return { id, operation: 'none' }
  } else if (!['create', 'createIfNotExists', 'createOrReplace'].includes(kind))
    throw failure(400, 'unknownMutationError', id, context)
  if (typeof sent._type !== 'string') throw failure(400, 'missingTypeError', id, context)
  const _createdAt = documents.get(id)?._createdAt ?? context.at
  const system = {
    _id: id,
    _type: sent._type,
    _rev: context.rev,
    _createdAt,
    _updatedAt: context.at,
  }
  documents.set(id, { ...sent, ...system })
  return { id, operation: 'create' }
}

function patch({ id: sentId, ifRevisionID, ...operations }: Sent, context: MutationContext) {
  const id = parseId(sentId, context)
  const before = context.documents.get(id)
  if (!before) throw failure(404, 'documentNotFoundError', id, context)
  if (ifRevisionID !== undefined && ifRevisionID !== before._rev)
    throw failure(409, 'documentRevisionIDDoesNotMatchError', id, context)
  const after = new Mutation({
    mutations: [{ patch: { id, ...operations } }],
  } as unknown as ConstructorParameters<typeof Mutation>[0]).apply(before as never) as Document
  if (after._id !== before._id || after._type !== before._type)
    throw failure(400, 'cannotModifyImmutableAttributeError', id, context)
  context.documents.set(id, { ...after, _rev: context.rev, _updatedAt: context.at })
  return { id, operation: 'update' }
}

/** Refuses transactions that leave a strong reference without its target. */
function checkReferences(before: Map<string, Document>, documents: Map<string, Document>) {
  for (const [id, document] of documents) {
    if (before.get(id) === document && before.size <= documents.size) continue
    for (const target of findReferences(document))
      if (!documents.has(target)) {
        const type = before.has(target) ? 'documentReferencedError' : 'referencedDocumentNotFound'
        throw mutationError(409, type, { id, index: 0 })
      }
  }
}

function parseId(id: unknown, context: MutationContext): string {
  if (!isDocumentId(id)) throw failure(400, 'invalidDocumentIdError', String(id), context)
  return id
}

const failure = (status: 400 | 404 | 409, type: string, id: string, { index }: MutationContext) =>
  mutationError(status, type, { id, index })
