import { createRoot } from 'react-dom/client'

import { workerPath, workerScope } from '#shared/offline.ts'

import { dropOldDonations } from './saved-donation.ts'
import { OfflineNotes } from './offline-notes.tsx'

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
  if (location.pathname.startsWith(workerScope)) void copyPage()
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
    await serviceWorker.register(toWorkerUrl(), { scope: workerScope })
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
