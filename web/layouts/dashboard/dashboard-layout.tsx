import { useEffect, useRef, useState } from 'react'

import type { Account } from '#shared/account.ts'
import { currentAccount, rememberAccount } from '#web/features/account/session/session.ts'
import { TermsBanner } from '#web/features/policy/terms-banner.tsx'
import { redirectAndLeadBack } from '#web/navigation/next-path.ts'
import { paths } from '#web/navigation/paths.ts'
import { useLoaderData } from '#web/router/hooks.ts'
import { Outlet } from '#web/router/page-view.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { SessionGuard } from './session-guard.tsx'
import { ModeNote } from '../mode-note.tsx'
import { Sidebar } from './sidebar.tsx'
import { mainId, SkipLink } from '../skip-link.tsx'
import { TopBar } from './top-bar.tsx'
import { useNarrowWindow } from './use-narrow-window.ts'

/** Loads the account. A person with an unverified email address is redirected to verify it first (readings P2). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const account = await currentAccount(context)
  rememberAccount(account)
  if (account && !account.emailVerified) throw redirectAndLeadBack(request, paths.emailVerification)
  return { account }
}

const sidebarId = 'sidebar'

/** The key resets the state of the dashboard when another person signs in. */
export function Component() {
  const { account } = useLoaderData<typeof loader>()
  return (
    <SessionGuard key={account?.uid ?? 'visitor'} account={account}>
      <Dashboard account={account} />
    </SessionGuard>
  )
}

/** Sidebar, top bar and the screen of the address (specification §2, Dashboard layout). */
function Dashboard({ account }: { account: Account | null }) {
  const sidebar = useSidebar()
  const { open, covering, toggle, close } = sidebar

  return (
    <div className={open && !covering ? 'grid grid-cols-[264px_1fr] lg:grid-cols-[300px_1fr]' : ''}>
      <SkipLink />
      {open && (
        <Sidebar
          id={sidebarId}
          account={account}
          covering={covering}
          onClose={close}
          onFollow={covering ? close : undefined}
        />
      )}
      <div inert={open && covering} className="flex min-h-dvh min-w-0 flex-col">
        <ModeNote />
        {account && <TermsBanner />}
        <TopBar
          account={account}
          toggle={{ open, controls: sidebarId, press: toggle }}
          toggleRef={sidebar.toggleRef}
        />
        <main id={mainId} tabIndex={-1} className="wrap grow py-6 outline-none sm:py-8">
          <Outlet />
        </main>
      </div>
    </div>
  )
}

/** Open by default. At 768 px or less it is closed, and covers the page when opened. */
function useSidebar() {
  const narrow = useNarrowWindow()
  const [choice, setChoice] = useState<boolean | null>(null)
  const [wasNarrow, setWasNarrow] = useState(narrow)
  const toggleRef = useRef<HTMLButtonElement>(null)
  if (wasNarrow !== narrow) {
    setWasNarrow(narrow)
    setChoice(null)
  }
  const open = choice ?? !narrow
  const covering = narrow
  const close = () => setChoice(false)

  // Closing the sidebar that covers the page returns the focus to its toggle.
  const covered = useRef(false)
  useEffect(() => {
    if (covered.current && !open) toggleRef.current?.focus()
    covered.current = open && covering
  }, [open, covering])

  return { open, covering, toggle: () => setChoice(!open), close, toggleRef }
}
