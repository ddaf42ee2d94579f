import { Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'

import { documentPath, toMegabytes } from '#shared/document-file.ts'
import {
  acceptedDocuments,
  type CampaignDocument,
  documentMaxBytes,
  documentsPerCampaign,
} from '#shared/document.ts'
import { isHeic } from '#shared/image.ts'
import { invalid } from '#shared/text/invalid.ts'

import { browserApi } from '../api/client.ts'
import { uploadFile } from '../api/upload-file.ts'
import { documentsText as text } from '../text/documents.ts'
import { Button } from '../ui/button.tsx'
import { CheckboxField } from '../ui/fields.tsx'
import { FilePicker } from '../ui/file-picker.tsx'
import { toast } from '../ui/toast.tsx'
import type { DocumentsState } from './documents-state.ts'
import { useApiAction } from './use-api-action.ts'

type DocumentsFieldProps = {
  /** Without one, the documents of the draft. */
  campaignId?: string | undefined
  /** A reviewer has approved the campaign. Documents that an approval relied on stay. */
  isApproved?: boolean
  /** Called when documents change, and when uploads begin or have ended. */
  onDocuments?: ((state: DocumentsState) => void) | undefined
}

/** Uploads supporting documents and lists them. Each is stored at once, also if the form around it is not sent. */
export function DocumentsField({
  campaignId,
  isApproved = false,
  onDocuments,
}: DocumentsFieldProps) {
  const id = useId()
  const { documents, pending, uploading, ...stored } = useDocuments(campaignId)
  useEffect(() => onDocuments?.({ documents, uploading }), [onDocuments, documents, uploading])
  return (
    <div className="grid gap-4">
      <FilePicker
        id={id}
        label={text.label}
        hint={text.hint}
        accept={acceptedDocuments}
        multiple
        items={pending.map(({ key, name, progress, error }) => ({ key, name, progress, error }))}
        onPick={stored.pick}
        onRemove={stored.cancel}
      />
      {stored.failed && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-danger">{text.failed}</p>
          <Button variant="quiet" onClick={stored.retry}>
            {text.retry}
          </Button>
        </div>
      )}
      {isApproved && documents.length > 0 && <p className="text-sm text-muted">{text.stays}</p>}
      {documents.length > 0 && (
        <ul aria-label={text.list} className="grid gap-2">
          {documents.map((document) => (
            <DocumentItem
              key={document.id}
              document={document}
              busy={stored.busy}
              isApproved={isApproved}
              onPublish={(isPublished) => void stored.publish(document, isPublished)}
              onRemove={() => void stored.remove(document)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

type DocumentItemProps = {
  document: CampaignDocument
  busy: boolean
  isApproved: boolean
  onPublish: (isPublished: boolean) => void
  onRemove: () => void
}

/** A stored document: to download, to remove, and to show to visitors. */
function DocumentItem({ document, busy, isApproved, onPublish, onRemove }: DocumentItemProps) {
  const { id, name, sizeBytes, isPublished, isReviewed } = document
  return (
    <li className="card grid gap-2 p-2 pl-4">
      <div className="flex items-center gap-3">
        <a
          href={documentPath(id)}
          download={name}
          aria-label={text.download({ name })}
          className="link min-w-0 grow py-2 wrap-anywhere"
        >
          {name}
        </a>
        <span className="shrink-0 text-sm text-muted">
          {text.size({ megabytes: toMegabytes(sizeBytes) })}
        </span>
        {!isApproved && (
          <button
            type="button"
            disabled={busy}
            aria-label={text.remove({ name })}
            onClick={onRemove}
            className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-mint hover:text-on-mint disabled:opacity-40"
          >
            <Trash2 size={18} aria-hidden="true" />
          </button>
        )}
      </div>
      <CheckboxField
        label={text.publish({ name })}
        hint={isPublished && isApproved && !isReviewed ? text.unread : text.publishHint}
        checked={isPublished}
        disabled={busy}
        onChange={(event) => onPublish(event.currentTarget.checked)}
        className="pb-2 wrap-anywhere"
      />
    </li>
  )
}

type Pending = { key: string; name: string; progress: number | null; error?: string }

/** The documents of a campaign or, without one, of the draft. They are uploaded one after the other. */
function useDocuments(campaignId?: string) {
  const { documents, setDocuments, failed, retry } = useStoredDocuments(campaignId)
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
        ...(campaignId === undefined
          ? { path: '/documents' }
          : { path: '/campaigns/:id/documents', values: { id: campaignId } }),
        name: file.name,
        signal: abort.signal,
        onProgress: (progress) => update(key, { progress }),
      })
      setDocuments((all) => [...all, document])
      forget(key)
      toast(text.added({ name: document.name }))
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
      await browserApi.remove('/documents/:id', { id })
      setDocuments((all) => all.filter((one) => one.id !== id))
      toast(text.removed({ name }))
    })

  const publish = ({ id, name, isReviewed }: CampaignDocument, isPublished: boolean) =>
    run(async () => {
      await browserApi.put('/documents/:id/publication', { isPublished }, { id })
      setDocuments((all) => all.map((one) => (one.id === id ? { ...one, isPublished } : one)))
      const shown = isReviewed ? text.published({ name }) : text.publishedLater({ name })
      toast(isPublished ? shown : text.hidden({ name }))
    })

  const cancel = (key: string) => {
    aborts.get(key)?.abort()
    forget(key)
  }
  const uploading = pending.some(({ error }) => error === undefined)
  return { documents, failed, retry, pending, uploading, busy, pick, publish, remove, cancel }
}

function useStoredDocuments(campaignId?: string) {
  const [documents, setDocuments] = useState<CampaignDocument[]>([])
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    const request =
      campaignId === undefined
        ? browserApi.get('/documents')
        : browserApi.get('/campaigns/:id/documents', { id: campaignId })
    request.then(
      (stored) => isCurrent && setDocuments(stored.documents),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [campaignId, attempt])
  const retry = () => {
    setFailed(false)
    setAttempt((count) => count + 1)
  }
  return { documents, setDocuments, failed, retry }
}

function toPending(file: File, fits: boolean): Pending {
  const error = fits ? checkDocument(file) : invalid.tooManyDocuments
  const key = `${file.name}-${performance.now()}-${Math.random()}`
  return { key, name: file.name, progress: error === undefined ? 0 : null, ...(error && { error }) }
}

/** The server checks the content as well. */
function checkDocument(file: File): string | undefined {
  const { size, type } = file
  if (size === 0) return invalid.documentMissing
  if (size > documentMaxBytes) return invalid.documentSize
  return /^(?:application\/pdf|image\/(?:jpeg|png|webp))$/.test(type)
    ? undefined
    : isHeic(file)
      ? invalid.documentHeic
      : invalid.documentType
}
