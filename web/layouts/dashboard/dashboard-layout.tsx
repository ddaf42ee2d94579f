import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { Account } from '#shared/account.ts'
import { rememberAccount } from '#web/pages/parts/session/session.ts'
import { TermsBanner } from '#web/pages/parts/policy/terms-banner.tsx'
import { useLoaderData } from '#web/router/hooks.ts'
import { Outlet } from '#web/router/page-view.tsx'

import { NoScriptNote } from './no-script-note.tsx'
import { SessionGuard } from './session-guard.tsx'
import { ModeNote } from '../mode-note.tsx'
import { Sidebar } from './sidebar.tsx'
import { mainId, SkipLink } from '../skip-link.tsx'
import { TopBar } from './top-bar.tsx'
import { useNarrowWindow } from './use-narrow-window.ts'
import type { loader } from './dashboard-layout.data.ts'

const sidebarId = 'sidebar'

/** The key resets the state of the dashboard when another person signs in. */
export function Component() {
  const { account, hasNewTerms } = useLoaderData<typeof loader>()
  // Before the effects of the screens, which may store what is typed.
  useLayoutEffect(() => rememberAccount(account), [account])
  return (
    <SessionGuard key={account?.uid ?? 'visitor'} account={account}>
      <Dashboard account={account} hasNewTerms={hasNewTerms} />
    </SessionGuard>
  )
}

type DashboardProps = { account: Account | null; hasNewTerms: boolean }

/** Sidebar, top bar and the screen of the address (specification §2, Dashboard layout). */
function Dashboard({ account, hasNewTerms }: DashboardProps) {
  const sidebar = useSidebar()
  const { open, covering, toggle, close } = sidebar

  return (
    <div
      className={
        // The server does not know the width of the window.
        open && !covering ? 'grid-cols-[264px_1fr] not-narrow:grid lg:grid-cols-[300px_1fr]' : ''
      }
    >
      <meta name="robots" content="noindex" />
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
        {hasNewTerms && <TermsBanner />}
        <TopBar
          account={account}
          toggle={{ open, controls: sidebarId, press: toggle }}
          toggleRef={sidebar.toggleRef}
        />
        <main id={mainId} tabIndex={-1} className="wrap grow py-6 outline-none sm:py-8">
          <NoScriptNote />
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
