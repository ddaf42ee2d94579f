import { randomUUID } from 'node:crypto'

import { Mutation } from '@sanity/mutator'

import { isDocumentId, mutationError, referencesIn, type Document } from './sanity-documents.ts'

type Sent = Record<string, unknown>
type Place = { documents: Map<string, Document>; rev: string; at: string; index: number }

/** One transaction: all of its mutations, or none and the reason. */
export function applyMutations(store: Map<string, Document>, body: Sent) {
  const rev = typeof body.transactionId === 'string' ? body.transactionId : randomUUID()
  const at = new Date().toISOString().replace(/\.\d+/, '')
  const documents = new Map(store)
  const results = (body.mutations as Record<string, Sent>[]).flatMap((mutation, index) => {
    const [[kind, sent] = ['', {}]] = Object.entries(mutation)
    return applyOne(kind, sent, { documents, rev, at, index })
  })
  holdReferences(store, documents)
  store.clear()
  for (const [id, document] of documents) store.set(id, document)
  return { transactionId: rev, results }
}

function applyOne(kind: string, sent: Sent, place: Place) {
  const { documents } = place
  if (kind === 'delete') {
    const id = idOf(sent.id, place)
    return [{ id, operation: documents.delete(id) ? 'delete' : 'none' }]
  }
  if (kind === 'patch') return [patch(sent, place)]
  const id = sent._id === undefined && kind === 'create' ? randomUUID() : idOf(sent._id, place)
  if (documents.has(id)) {
    if (kind === 'create') throw refused(409, 'documentAlreadyExistsError', id, place)
    if (kind === 'createIfNotExists') return [{ id, operation: 'none' }]
  } else if (!['create', 'createIfNotExists', 'createOrReplace'].includes(kind))
    throw refused(400, 'unknownMutationError', id, place)
  if (typeof sent._type !== 'string') throw refused(400, 'missingTypeError', id, place)
  const _createdAt = documents.get(id)?._createdAt ?? place.at
  const system = { _id: id, _type: sent._type, _rev: place.rev, _createdAt, _updatedAt: place.at }
  documents.set(id, { ...sent, ...system })
  return [{ id, operation: 'create' }]
}

function patch({ id: sentId, ifRevisionID, ...operations }: Sent, place: Place) {
  const id = idOf(sentId, place)
  const before = place.documents.get(id)
  if (!before) throw refused(404, 'documentNotFoundError', id, place)
  if (ifRevisionID !== undefined && ifRevisionID !== before._rev)
    throw refused(409, 'documentRevisionIDDoesNotMatchError', id, place)
  const after = new Mutation({
    mutations: [{ patch: { id, ...operations } }],
  } as unknown as ConstructorParameters<typeof Mutation>[0]).apply(before as never) as Document
  if (after._id !== before._id || after._type !== before._type)
    throw refused(400, 'cannotModifyImmutableAttributeError', id, place)
  place.documents.set(id, { ...after, _rev: place.rev, _updatedAt: place.at })
  return { id, operation: 'update' }
}

/** Strong references lead somewhere, after the transaction as before. */
function holdReferences(before: Map<string, Document>, documents: Map<string, Document>) {
  for (const [id, document] of documents) {
    if (before.get(id) === document && before.size <= documents.size) continue
    for (const target of referencesIn(document))
      if (!documents.has(target)) {
        const type = before.has(target) ? 'documentReferencedError' : 'referencedDocumentNotFound'
        throw mutationError(409, type, { id, index: 0 })
      }
  }
}

function idOf(id: unknown, place: Place): string {
  if (!isDocumentId(id)) throw refused(400, 'invalidDocumentIdError', String(id), place)
  return id
}

const refused = (status: 400 | 404 | 409, type: string, id: string, { index }: Place) =>
  mutationError(status, type, { id, index })
