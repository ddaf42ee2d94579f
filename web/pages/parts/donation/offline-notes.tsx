import { useState, useSyncExternalStore } from 'react'

import { savedDonationText } from '../../../text/saved-donation.ts'
import { listSavedDonations, toAmount, watchSavedDonations } from './saved-donation.ts'

/** At the top of a public page: says that it is a copy, and that a donation waits on another page. */
export function OfflineNotes() {
  const text = savedDonationText
  const [copiedAt] = useState(() => Number(document.documentElement.dataset['copiedAt'] ?? 0))
  const stored = useSyncExternalStore(watchSavedDonations, readElsewhere)
  if (copiedAt === 0 && stored === '') return null
  const elsewhere = listSavedDonations().find(({ path }) => path === stored)
  return (
    <aside className="grid gap-1 border-b border-control bg-warning-soft px-5 py-3 text-sm">
      {copiedAt > 0 && <output>{text.copy(formatTime(copiedAt))}</output>}
      {elsewhere && (
        <p>
          {text.elsewhere(toAmount(elsewhere))}{' '}
          <a href={elsewhere.path} className="link inline-flex min-h-11 items-center">
            {text.open}
          </a>
        </p>
      )}
    </aside>
  )
}

function readElsewhere(): string {
  return listSavedDonations().find(({ path }) => path !== location.pathname)?.path ?? ''
}

function formatTime(time: number): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Lagos' } as const
  return new Date(time).toLocaleString('en-NG', format)
}
