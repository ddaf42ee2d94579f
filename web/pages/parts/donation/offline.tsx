import { createRoot } from 'react-dom/client'
import { useState, useSyncExternalStore } from 'react'

import { copiedFolder, workerPath } from '#shared/offline.ts'

import { savedDonationText as text } from '../../../text/saved-donation.ts'
import {
  dropOldDonations,
  listSavedDonations,
  toAmount,
  watchSavedDonations,
} from './saved-donation.ts'

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string }
}

/** Loaded after a public page: stores a copy of a campaign's page for later, and tells about copies and donations that wait. */
export function openOffline(): void {
  dropOldDonations()
  showNotes()
  if (location.pathname.startsWith(copiedFolder)) void copyPage()
}

function showNotes() {
  const container = document.createElement('div')
  document.body.prepend(container)
  createRoot(container).render(<OfflineNotes />)
}

/** Browsers offer service workers over HTTPS only. A person who saves data gets no copies. */
async function copyPage(): Promise<void> {
  const { serviceWorker, connection } = navigator as Partial<Navigator> & {
    connection?: { saveData?: boolean }
  }
  if (!serviceWorker || connection?.saveData) return
  try {
    await serviceWorker.register(toWorkerUrl())
    const { active } = await serviceWorker.ready
    const path = location.pathname.replace(/\/donate$/, '')
    active?.postMessage({ path, language: document.documentElement.lang })
  } catch {
    // Without storage or a connection there is no copy.
  }
}

/** The policy of documents allows one script URL beside those of modules: this one. */
function toWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('worker', { createScriptURL: () => workerPath })
  return policy?.createScriptURL(workerPath) ?? workerPath
}

/** At the top of a public page: says that it is a copy, and that a donation waits on another page. */
function OfflineNotes() {
  const [copiedAt] = useState(() => Number(document.documentElement.dataset['copiedAt'] ?? 0))
  const stored = useSyncExternalStore(watchSavedDonations, readElsewhere)
  if (copiedAt === 0 && stored === '') return null
  const elsewhere = listSavedDonations().find(({ path }) => path === stored)
  return (
    <aside className="grid gap-1 border-b border-control bg-warning-soft px-5 py-3 text-sm">
      {copiedAt > 0 && <output>{text.copy({ time: formatTime(copiedAt) })}</output>}
      {elsewhere && (
        <p>
          {text.elsewhere({ amount: toAmount(elsewhere) })}{' '}
          <a href={elsewhere.path} className="link tap">
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
