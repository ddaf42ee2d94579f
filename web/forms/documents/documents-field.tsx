import { useEffect, useId } from 'react'

import { acceptedDocuments } from '#shared/document.ts'

import { documentsText } from '../../text/documents.ts'
import { Button } from '../../ui/button.tsx'
import { FilePicker } from '../../ui/fields/file-picker.tsx'
import { DocumentItem } from './document-item.tsx'
import type { DocumentsState } from './documents-state.ts'
import { useDocuments } from './use-documents.ts'

type Props = {
  /** Without one, the documents of the draft. */
  campaignId?: string | undefined
  /** A reviewer has approved the campaign. Documents that an approval relied on stay. */
  isApproved?: boolean
  /** Called when documents change, and when uploads begin or have ended. */
  onDocuments?: ((state: DocumentsState) => void) | undefined
}

/** Uploads supporting documents and lists them. Each is stored at once, also if the form around it is not sent. */
export function DocumentsField({ campaignId, isApproved = false, onDocuments }: Props) {
  const text = documentsText
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
