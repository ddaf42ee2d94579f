import { Trash2 } from 'lucide-react'

import type { CampaignDocument } from '#shared/document.ts'
import { documentPath, toMegabytes } from '#shared/document-file.ts'

import { documentsText } from '../../text/documents.ts'
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx'

type Props = {
  document: CampaignDocument
  busy: boolean
  isApproved: boolean
  onPublish: (isPublished: boolean) => void
  onRemove: () => void
}

/** A stored document: to download, to remove, and to show to visitors. */
export function DocumentItem({ document, busy, isApproved, onPublish, onRemove }: Props) {
  const text = documentsText
  const { id, name, sizeBytes, isPublished, isReviewed } = document
  return (
    <li className="card grid gap-2 p-2 pl-4">
      <div className="flex items-center gap-3">
        <a
          href={documentPath(id)}
          download={name}
          aria-label={text.download(name)}
          className="link min-w-0 grow py-2 wrap-anywhere"
        >
          {name}
        </a>
        <span className="shrink-0 text-sm text-muted">{text.size(toMegabytes(sizeBytes))}</span>
        {!isApproved && (
          <button
            type="button"
            disabled={busy}
            aria-label={text.remove(name)}
            onClick={onRemove}
            className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-mint hover:text-on-mint disabled:opacity-40"
          >
            <Trash2 size={18} aria-hidden="true" />
          </button>
        )}
      </div>
      <CheckboxField
        label={text.publish(name)}
        hint={isPublished && isApproved && !isReviewed ? text.unread : text.publishHint}
        checked={isPublished}
        disabled={busy}
        onChange={(event) => onPublish(event.currentTarget.checked)}
        className="pb-2 wrap-anywhere"
      />
    </li>
  )
}
