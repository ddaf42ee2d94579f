import { useEffect, useRef, useState } from 'react'

import {
  documentListSchema,
  documentMaxBytes,
  documentSchema,
  documentsPerCampaign,
  type CampaignDocument,
} from '#shared/document.ts'
import { invalid } from '#shared/messages.ts'

import { browserApi, noContent } from '../../api/client.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { documentsText } from '../../text/documents.ts'
import { toast } from '../../ui/toasts/toast.tsx'
import { useApiAction } from '../use-api-action.ts'

type Pending = { key: string; name: string; progress: number | null; error?: string }

/** The documents of a campaign or, without one, of the draft. They are uploaded one after the other. */
export function useDocuments(campaignId?: string) {
  const path = toPath(campaignId)
  const { documents, setDocuments, failed, retry } = useStoredDocuments(path)
  const [pending, setPending] = useState<Pending[]>([])
  const [aborts] = useState(() => new Map<string, AbortController>())
  const queue = useRef(Promise.resolve())
  const { run, busy } = useApiAction()

  useEffect(() => () => aborts.forEach((abort) => abort.abort()), [aborts])

  const update = (key: string, to: Partial<Pending>) =>
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)))
  const forget = (key: string) => setPending((all) => all.filter((one) => one.key !== key))

  const send = async (key: string, file: File) => {
    const abort = new AbortController()
    aborts.set(key, abort)
    try {
      const document = await uploadFile(file, {
        path,
        name: file.name,
        schema: documentSchema,
        signal: abort.signal,
        onProgress: (progress) => update(key, { progress }),
      })
      setDocuments((all) => [...all, document])
      forget(key)
      toast(documentsText.added(document.name))
    } catch (error) {
      update(key, { progress: null, error: error instanceof Error ? error.message : '' })
    } finally {
      aborts.delete(key)
    }
  }

  const pick = (files: File[]) => {
    const waiting = pending.filter(({ error }) => error === undefined).length
    const free = documentsPerCampaign - documents.length - waiting
    const picked = files.map((file, index) => ({ file, item: toPending(file, index < free) }))
    setPending((all) => [...all, ...picked.map(({ item }) => item)])
    for (const { file, item } of picked)
      if (item.error === undefined) queue.current = queue.current.then(() => send(item.key, file))
  }

  const remove = ({ id, name }: CampaignDocument) =>
    run(async () => {
      await browserApi.remove(`/documents/${encodeURIComponent(id)}`)
      setDocuments((all) => all.filter((one) => one.id !== id))
      toast(documentsText.removed(name))
    })

  const publish = ({ id, name, isReviewed }: CampaignDocument, isPublished: boolean) =>
    run(async () => {
      const path = `/documents/${encodeURIComponent(id)}/publication`
      await browserApi.put(path, { isPublished }, noContent)
      setDocuments((all) => all.map((one) => (one.id === id ? { ...one, isPublished } : one)))
      const shown = isReviewed ? documentsText.published(name) : documentsText.publishedLater(name)
      toast(isPublished ? shown : documentsText.hidden(name))
    })

  const cancel = (key: string) => {
    aborts.get(key)?.abort()
    forget(key)
  }
  const uploading = pending.some(({ error }) => error === undefined)
  return { documents, failed, retry, pending, uploading, busy, pick, publish, remove, cancel }
}

function useStoredDocuments(path: string) {
  const [documents, setDocuments] = useState<CampaignDocument[]>([])
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    browserApi.get(path, documentListSchema).then(
      (stored) => isCurrent && setDocuments(stored.documents),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [path, attempt])
  const retry = () => {
    setFailed(false)
    setAttempt((count) => count + 1)
  }
  return { documents, setDocuments, failed, retry }
}

function toPath(campaignId?: string): string {
  return campaignId === undefined
    ? '/documents'
    : `/campaigns/${encodeURIComponent(campaignId)}/documents`
}

function toPending(file: File, fits: boolean): Pending {
  const error = fits ? checkDocument(file) : invalid.tooManyDocuments
  const key = `${file.name}-${performance.now()}-${Math.random()}`
  return { key, name: file.name, progress: error === undefined ? 0 : null, ...(error && { error }) }
}

/** The server checks the content as well. */
function checkDocument({ size, type }: File): string | undefined {
  if (size === 0) return invalid.documentMissing
  if (size > documentMaxBytes) return invalid.documentSize
  return /^(?:application\/pdf|image\/(?:jpeg|png|webp))$/.test(type)
    ? undefined
    : invalid.documentType
}
