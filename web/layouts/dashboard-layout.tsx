import { ArrowLeft, PanelLeft } from 'lucide-react'
import { type Ref, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

import type { Account } from '#shared/account.ts'
import type { Work } from '#shared/work.ts'
import type { Arriving } from '#web/api/outcome.ts'
import { rememberAccount } from '#web/pages/parts/session/session.ts'
import { useLoaderData, useLocation, useNavigate } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { Outlet } from '#web/router/page-view.tsx'
import { toInitials } from '#web/format/initials.ts'
import { layoutText } from '#web/text/layout.ts'
import { buttonClass, Button } from '#web/ui/button.tsx'
import { policyVersions } from '#shared/policy-versions.ts'

import { paths } from '../navigation/paths.ts'
import { siteText } from '../text/site.ts'
import type { loader } from './dashboard-layout.data.ts'
import { mainId, ModeNote, SkipLink } from './frame.tsx'
import { SessionGuard } from './session-guard.tsx'
import { Sidebar } from './sidebar.tsx'
import { browserApi } from '../api/client.ts'
import { useApiAction } from '../forms/use-api-action.ts'
import { formatDay } from '../format/day.ts'
import { policyText } from '../text/policy.ts'
import { PolicySentence } from '../pages/parts/policy/policy-links.tsx'

const sidebarId = 'sidebar'

/** The key resets the state of the dashboard when another person signs in. */
export function Component() {
  const { account, work, hasNewTerms } = useLoaderData<typeof loader>()
  // Before the effects of the screens, which may store what is typed.
  useLayoutEffect(() => rememberAccount(account), [account])
  return (
    <SessionGuard key={account?.uid ?? 'visitor'} account={account}>
      <Dashboard account={account} work={work} hasNewTerms={hasNewTerms} />
    </SessionGuard>
  )
}

type DashboardProps = {
  account: Account | null
  work: Arriving<Work | null>
  hasNewTerms: boolean
}

/** Sidebar, top bar and the screen of the address (specification §2, Dashboard layout). */
function Dashboard({ account, work, hasNewTerms }: DashboardProps) {
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
          work={work}
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

type TopBarProps = {
  account: Account | null
  toggle: { open: boolean; controls: string; press: () => void }
  toggleRef: Ref<HTMLButtonElement>
}

function TopBar({ account, toggle, toggleRef }: TopBarProps) {
  const text = layoutText
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-cream">
      <div className="wrap flex min-h-16 items-center gap-1">
        <button
          ref={toggleRef}
          type="button"
          aria-label={toggle.open ? text.closeSidebar : text.openSidebar}
          aria-expanded={toggle.open}
          aria-controls={toggle.open ? toggle.controls : undefined}
          onClick={toggle.press}
          className="-ml-2 grid size-11 place-items-center rounded-full hover:bg-mint hover:text-on-mint"
        >
          <PanelLeft size={20} aria-hidden="true" />
        </button>
        <GoBack />
        <div className="ml-auto">{account ? <Avatar account={account} /> : <LogInLink />}</div>
      </div>
    </header>
  )
}

/** Goes back in the history, or to the overview if this is the first page. */
function GoBack() {
  const text = layoutText
  const navigate = useNavigate()
  const { key } = useLocation()
  const back = () => void (key === 'default' ? navigate(paths.overview) : navigate(-1))
  return (
    <button
      type="button"
      onClick={back}
      className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 font-semibold hover:bg-mint hover:text-on-mint"
    >
      <ArrowLeft size={18} aria-hidden="true" />
      {text.goBack}
    </button>
  )
}

function Avatar({ account: { firstname, lastname } }: { account: Account }) {
  const text = layoutText
  const initials = toInitials(firstname, lastname)
  return (
    <Link
      to={paths.settings}
      // The accessible name contains the visible initials, as voice control needs (WCAG 2.5.3).
      aria-label={text.settingsLink({ name: `${firstname} ${lastname}`, initials })}
      className="grid size-11 place-items-center rounded-full bg-forest font-bold text-on-forest hover:bg-forest-strong"
    >
      <span aria-hidden="true">{initials}</span>
    </Link>
  )
}

function LogInLink() {
  const text = layoutText
  return (
    <Link to={paths.login} className={`${buttonClass('quiet')} min-h-11 px-5`}>
      {text.logIn}
    </Link>
  )
}

const query = '(width <= 768px)'

/** True at 768 px or less (specification §9). */
function useNarrowWindow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** The dashboard shows what it knows without script, but its buttons do nothing. */
export function NoScriptNote() {
  const { frame } = siteText
  return (
    <noscript>
      <p className="card mb-6 p-6">
        {frame.noScript}{' '}
        <a href={paths.landing} className="link">
          {frame.toStart}
        </a>
      </p>
    </noscript>
  )
}

/** Asks a signed-in person once to accept a new version of the terms. It blocks nothing. */
function TermsBanner() {
  const { newTerms: text } = policyText
  const day = formatDay(policyVersions.terms.since)
  const [isAsking, setAsking] = useState(true)
  const { busy, run } = useApiAction()
  const accept = () =>
    run(async () => {
      await browserApi.post('/account/terms', undefined)
      setAsking(false)
    })
  if (!isAsking) return null
  return (
    <aside aria-label={text.label} className="bg-mint text-on-mint">
      <div className="wrap flex flex-wrap items-center justify-between gap-3 py-3">
        <p>
          <PolicySentence text={(links) => text.sentence({ ...links, day })} />
        </p>
        <Button variant="quiet" busy={busy} onClick={() => void accept()}>
          {text.accept}
        </Button>
      </div>
    </aside>
  )
}
