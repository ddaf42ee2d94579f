import type { ReactNode } from 'react'

import { ModeNote } from './mode-note.tsx'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'
import { mainId, SkipLink } from './skip-link.tsx'

/** The layout of public pages. */
export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <ModeNote />
      <PublicHeader />
      <main id={mainId} tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <PublicFooter />
    </div>
  )
}
