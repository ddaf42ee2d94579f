import type { ReactNode } from 'react'

import { formatMoment } from '../../../format/day.ts'
import { versionsText as text } from '../../../text/versions.ts'

type Version = { savedAt?: string | undefined }
const toMoment = ({ savedAt = '' }: Version) => ({ moment: formatMoment(savedAt) })

/** Says that another version was saved. `children` are buttons, of which each keeps one. */
export const VersionChoice = ({ children, ...other }: Version & { children: ReactNode }) => (
  <div role="alert">
    <p className="font-medium">{text.changed(toMoment(other))}</p>
    <div className="mt-3 flex flex-wrap gap-3">{children}</div>
  </div>
)

type Kept<Item> = { kept: Item[]; children: (version: Item, label: string) => ReactNode }

/** Versions that lost, with a button for each that opens it. */
export const KeptVersions = <Item extends Version>({ kept, children }: Kept<Item>) =>
  kept.length > 0 && (
    <details className="mb-4 max-w-2xl text-sm">
      <summary className="link">{text.kept}</summary>
      <div className="grid justify-items-start gap-2">
        {kept.map((version) => children(version, text.openKept(toMoment(version))))}
      </div>
    </details>
  )
