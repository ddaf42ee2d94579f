import type { ReactNode } from 'react'

import type { CampaignUpdate, UpdateContent } from '#shared/campaign-update.ts'

import { formatMoment } from '../../../format/day.ts'
import { updatesText as text } from '../../../text/updates.ts'
import { Gallery } from '../../../ui/gallery.tsx'

type Props = { update: CampaignUpdate; children?: ReactNode }

/** One update, as everyone reads it. `children` are the actions of the organiser and reviewers. */
export function UpdateItem({ update, children }: Props) {
  const { title, at, editedAt, earlier } = update
  return (
    <article className="border-b border-line py-5 last:border-0">
      <h3 className="text-lg font-bold wrap-anywhere">{title}</h3>
      <p className="text-sm text-muted">
        <time dateTime={at}>{formatMoment(at)}</time>
        {editedAt !== null && ` · ${text.edited({ day: formatMoment(editedAt) })}`}
      </p>
      <Words>{update.text}</Words>
      <UpdatePictures {...update} />
      {earlier.length > 0 && (
        <details className="mt-2">
          <summary className="text-sm">{text.earlier}</summary>
          {earlier.map((version) => (
            <div key={version.at} className="mt-2 border-l-4 border-line pl-3">
              <p className="text-sm text-muted">{formatMoment(version.at)}</p>
              <p className="font-semibold wrap-anywhere">{version.title}</p>
              <Words>{version.text}</Words>
              <UpdatePictures {...version} />
            </div>
          ))}
        </details>
      )}
      {children}
    </article>
  )
}

/** Addresses stay text, so that an update leads nowhere but to Ajo. */
export function Words({ children }: { children: string }) {
  return <p className="mt-2 whitespace-pre-line wrap-anywhere">{children}</p>
}

export function UpdatePictures({ title, images }: Pick<UpdateContent, 'title' | 'images'>) {
  return <Gallery images={images} toName={(number) => text.pictureName({ title, number })} />
}
