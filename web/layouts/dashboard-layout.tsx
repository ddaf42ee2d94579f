import {
  ArrowLeft,
  PanelLeft,
  ClipboardCheck,
  Flag,
  HandHeart,
  Landmark,
  LayoutDashboard,
  LogIn,
  LogOut,
  type LucideIcon,
  ReceiptText,
  Scale,
  Settings,
  UserRound,
  X,
} from 'lucide-react'
import { type Ref, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

import type { Account } from '#shared/account.ts'
import type { Work, WorkKind } from '#shared/work.ts'
import { rememberAccount } from '#web/pages/parts/session/session.ts'
import { useLoaderData, useLocation, useNavigate, Link } from '#web/router/navigate.tsx'
import { Outlet } from '#web/router/page-view.tsx'
import { toInitials } from '#web/format/initials.ts'
import { layoutText as text } from '#web/text/layout.ts'
import { buttonClass, Button, Spinner } from '#web/ui/button.tsx'
import { policyVersions } from '#shared/policy-versions.ts'
import { toasts } from '#shared/text/toasts.ts'
import { matchPath } from '#web/router/match-routes.ts'
import { formatCount } from '#web/text/language.ts'
import { workText } from '#web/text/work.ts'
import { classNames } from '#web/ui/class-names.ts'

import { paths } from '../navigation/paths.ts'
import { siteText } from '../text/site.ts'
import type { loader } from './dashboard-layout.data.ts'
import { mainId, ModeNote, SkipLink, LanguageChoice, Logo } from './frame.tsx'
import { SessionGuard } from './session-guard.tsx'
import { type Arriving, browserApi } from '../api/client.ts'
import { useApiAction } from '../forms/use-api-action.ts'
import { formatDay } from '../format/day.ts'
import { policyText } from '../text/policy.ts'
import { PolicySentence } from '../pages/parts/policy/policy-links.tsx'
import { useOutcome } from '../pages/parts/dashboard/loaded.tsx'
import { forgetAccount } from '../pages/parts/session/session.ts'
import { toast } from '../ui/toast.tsx'

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
  const initials = toInitials(firstname, lastname)
  return (
    <Link
      to={paths.settings}
      // The accessible name contains the visible initials, as voice control needs (WCAG 2.5.3).
      aria-label={text.settingsLink({ name: `${firstname} ${lastname}`, initials })}
      className="grid size-11 place-items-center rounded-full border border-transparent bg-forest font-bold text-on-forest hover:bg-forest-strong"
    >
      <span aria-hidden="true">{initials}</span>
    </Link>
  )
}

function LogInLink() {
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
  const { newTerms } = policyText
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
    <aside aria-label={newTerms.label} className="bg-mint text-on-mint">
      <div className="wrap flex flex-wrap items-center justify-between gap-3 py-3">
        <p>
          <PolicySentence text={(links) => newTerms.sentence({ ...links, day })} />
        </p>
        <Button variant="quiet" busy={busy} onClick={() => void accept()}>
          {newTerms.accept}
        </Button>
      </div>
    </aside>
  )
}

type SidebarProps = {
  id: string
  account: Account | null
  work: Arriving<Work | null>
  /** True on small screens, where the sidebar covers the page. */
  covering: boolean
  onClose: () => void
  onFollow: (() => void) | undefined
}

function Sidebar({ id, account, work, covering, onClose, onFollow }: SidebarProps) {
  const { pathname } = useLocation()
  const { outcome } = useOutcome(work)
  const kinds = (outcome && 'value' in outcome && outcome.value?.kinds) || []
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (covering) first.current?.focus()
  }, [covering])

  return (
    <>
      {covering && (
        // Clicking outside is optional: the button and Escape do the same.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <div onClick={onClose} className="fixed inset-0 z-40 bg-black/55" />
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes what covers the page */}
      <nav
        id={id}
        aria-label={text.sidebar}
        onKeyDown={({ key }) => covering && key === 'Escape' && onClose()}
        className={classNames(
          'flex h-dvh flex-col gap-6 overflow-y-auto border-r border-line bg-card p-4 lg:p-5',
          // The server does not know the width of the window.
          covering
            ? 'fixed inset-y-0 left-0 z-40 w-[264px] shadow-raised'
            : 'sticky top-0 narrow:hidden',
        )}
      >
        <div className="flex items-center justify-between">
          <Logo className="ml-2" />
          {covering && (
            <button
              ref={first}
              type="button"
              aria-label={text.closeSidebar}
              onClick={onClose}
              className="grid size-11 place-items-center rounded-full text-muted hover:bg-mint hover:text-on-mint"
            >
              <X size={20} aria-hidden="true" />
            </button>
          )}
        </div>
        <ul className="grow space-y-1">
          {getEntries(account).map(({ path, also, name, Icon, work: counted = [] }) => (
            <li key={path}>
              <Link
                to={path}
                onClick={onFollow}
                aria-current={isWithin(pathname, [path, also]) ? 'page' : undefined}
                className={entryClass}
              >
                <Icon size={20} aria-hidden="true" />
                {text.entries[name]}
                <Waiting count={countWork(kinds, counted)} />
              </Link>
            </li>
          ))}
        </ul>
        <LanguageChoice />
        {account ? <LogOutEntry /> : <LogInEntry />}
      </nav>
    </>
  )
}

const countWork = (kinds: Work['kinds'], counted: readonly WorkKind[]) =>
  kinds.filter(({ kind }) => counted.includes(kind)).reduce((total, { count }) => total + count, 0)

function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="ml-auto rounded-full bg-mint px-2 text-sm text-on-mint">
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className="sr-only">{workText.waits({ count })}</span>
    </span>
  )
}

function LogOutEntry() {
  const { busy, signOut } = useSignOut()
  return (
    <button type="button" aria-disabled={busy} onClick={signOut} className={`${entryClass} w-full`}>
      {busy ? <Spinner /> : <LogOut size={20} aria-hidden="true" />}
      {text.logOut}
    </button>
  )
}

function LogInEntry() {
  return (
    <Link to={paths.login} className={entryClass}>
      <LogIn size={20} aria-hidden="true" />
      {text.logIn}
    </Link>
  )
}

type Entry = {
  path: string
  /** Another path that marks this entry as current. */
  also?: string
  name: keyof typeof text.entries
  Icon: LucideIcon
  /** Of which it shows the number that waits. */
  work?: readonly WorkKind[]
}

const entries: readonly Entry[] = [
  { path: paths.overview, name: 'dashboard', Icon: LayoutDashboard },
  { path: paths.campaigns, also: paths.campaign, name: 'campaigns', Icon: HandHeart },
  {
    path: paths.transactions,
    also: paths.statement,
    name: 'transactions',
    Icon: ReceiptText,
  },
  { path: paths.profile, name: 'profile', Icon: UserRound },
  { path: paths.settings, name: 'settings', Icon: Settings },
]
const reviews: Entry = {
  path: paths.reviews,
  name: 'reviews',
  Icon: ClipboardCheck,
  work: ['campaigns', 'changes'],
}
const cases: Entry = { path: paths.cases, name: 'cases', Icon: Flag, work: ['reports', 'appeals'] }
const disputes: Entry = { path: paths.disputes, name: 'disputes', Icon: Scale, work: ['disputes'] }
const admin: Entry = {
  path: paths.admin,
  name: 'admin',
  Icon: Landmark,
  work: ['quarantine', 'refunds', 'jobs', 'emails'],
}

function getEntries(account: Account | null): readonly Entry[] {
  const { roles = [] } = account ?? {}
  if (roles.length === 0) return entries
  const staff = [...entries, reviews, cases, disputes]
  return roles.includes('admin') ? [...staff, admin] : staff
}

function isWithin(pathname: string, sections: (string | undefined)[]): boolean {
  return sections.some((path) => path && matchPath(path, pathname, true))
}

const entryClass = classNames(
  'flex min-h-12 items-center gap-3 rounded-xl px-4 py-2.5 font-semibold text-muted transition-colors duration-150',
  'hover:bg-mint hover:text-on-mint aria-[current=page]:bg-mint aria-[current=page]:text-on-mint',
)

/** Ends the session and goes to the start page (specification §2, Dashboard layout). */
function useSignOut() {
  const navigate = useNavigate()
  const { run, busy } = useApiAction()
  const signOut = async () => {
    if (busy) return
    await run(async () => {
      await browserApi.remove('/session')
      forgetAccount()
      await navigate(paths.landing)
      toast(toasts.done.signedOut)
    })
  }
  return { busy, signOut }
}
