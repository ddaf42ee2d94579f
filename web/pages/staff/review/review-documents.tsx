import { documentPath } from '#shared/document-file.ts'
import type { CampaignDocument } from '#shared/document.ts'

import { reviewText as text } from '../../../text/review.ts'

/** The supporting documents, which reviewers open outside of our pages. */
export function ReviewDocuments({ documents }: { documents: readonly CampaignDocument[] }) {
  return (
    <section className="space-y-2">
      <h3 className="font-bold">{text.documents}</h3>
      {documents.length === 0 && <p className="text-sm text-muted">{text.noDocuments}</p>}
      <DocumentLinks documents={documents} toPath={documentPath} />
    </section>
  )
}

type LinksProps = { documents: readonly CampaignDocument[]; toPath: (id: string) => string }

export function DocumentLinks({ documents, toPath }: LinksProps) {
  return (
    <ul className="grid gap-1">
      {documents.map(({ id, name, isPublished }) => (
        <li key={id}>
          <a
            href={toPath(id)}
            download={name}
            aria-label={text.download({ name })}
            className="link tap wrap-anywhere"
          >
            {name}
          </a>
          {isPublished && <p className="text-sm text-muted">{text.publishedDocument}</p>}
        </li>
      ))}
    </ul>
  )
}
