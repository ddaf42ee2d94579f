import {
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
import { useEffect, useRef } from 'react'

import type { Account } from '#shared/account.ts'
import type { Work, WorkKind } from '#shared/work.ts'
import { toasts } from '#shared/text/toasts.ts'
import { useLocation, useNavigate } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { matchPath } from '#web/router/match-routes.ts'
import type { Arriving } from '#web/api/outcome.ts'
import { formatCount } from '#web/text/language.ts'
import { layoutText } from '#web/text/layout.ts'
import { workText } from '#web/text/work.ts'
import { Spinner } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { browserApi } from '../api/client.ts'
import { useApiAction } from '../forms/use-api-action.ts'
import { paths } from '../navigation/paths.ts'
import { useOutcome } from '../pages/parts/dashboard/loaded.tsx'
import { forgetAccount } from '../pages/parts/session/session.ts'
import { toast } from '../ui/toast.tsx'
import { LanguageChoice, Logo } from './frame.tsx'

type SidebarProps = {
  id: string
  account: Account | null
  work: Arriving<Work | null>
  /** True on small screens, where the sidebar covers the page. */
  covering: boolean
  onClose: () => void
  onFollow: (() => void) | undefined
}

export function Sidebar({ id, account, work, covering, onClose, onFollow }: SidebarProps) {
  const text = layoutText
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
  const text = layoutText
  const { busy, signOut } = useSignOut()
  return (
    <button type="button" aria-disabled={busy} onClick={signOut} className={`${entryClass} w-full`}>
      {busy ? <Spinner /> : <LogOut size={20} aria-hidden="true" />}
      {text.logOut}
    </button>
  )
}

function LogInEntry() {
  const text = layoutText
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
  name: keyof typeof layoutText.entries
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
const cases: Entry = {
  path: paths.cases,
  name: 'cases',
  Icon: Flag,
  work: ['reports', 'appeals'],
}
const disputes: Entry = {
  path: paths.disputes,
  name: 'disputes',
  Icon: Scale,
  work: ['disputes'],
}
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
