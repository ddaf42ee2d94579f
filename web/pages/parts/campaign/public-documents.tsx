import { FileText } from 'lucide-react'

import type { PublicDocument } from '#shared/document.ts'
import { documentPath, toMegabytes } from '#shared/document-file.ts'

import { campaignText } from '../../../text/campaign.ts'

/** The supporting documents that the organiser published. They are downloaded, because our pages never show them. */
export function PublicDocuments({ documents }: { documents: readonly PublicDocument[] }) {
  const { documents: text } = campaignText
  if (documents.length === 0) return null
  return (
    <section>
      <h2 className="text-xl font-bold">{text.title}</h2>
      <p className="mt-1 text-sm text-muted">{text.intro}</p>
      <ul className="mt-2 grid">
        {documents.map(({ id, name, sizeBytes }) => (
          <li key={id}>
            <a
              href={documentPath(id)}
              download={name}
              className="link inline-flex min-h-11 items-center gap-2 wrap-anywhere"
            >
              <FileText size={18} aria-hidden="true" className="shrink-0" />
              {text.download(name, toMegabytes(sizeBytes))}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
