import { Menu, Search, X } from 'lucide-react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'

import { useSite } from '#web/api/site.tsx'
import { givenPath, paths } from '#web/navigation/paths.ts'
import { useIsSignedIn, useSignedIn } from '#web/pages/parts/session/signed-in.ts'
import { Link } from '#web/router/navigate.tsx'
import { toInitials } from '#web/format/initials.ts'
import { layoutText as text } from '#web/text/layout.ts'
import { policyText } from '#web/text/policy.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { LanguageChoice, Logo, mainId, ModeNote, SkipLink } from './frame.tsx'

type PublicLayoutProps = {
  /** A page with one task. Its footer is folded below 1024 px. */
  isTask?: boolean
  children: ReactNode
}

export function PublicLayout({ isTask = false, children }: PublicLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <ModeNote />
      <PublicHeader />
      <main id={mainId} tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <PublicFooter isTask={isTask} />
    </div>
  )
}

/** Sticky. Small screens have a menu (specification §2, '/'). Search and 'Log in' stand beside what the specification names. */
function PublicHeader() {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-cream">
      <div className="wrap flex min-h-16 items-center justify-between gap-4">
        <Logo />
        <HeaderSearch className="w-full max-w-64 max-lg:hidden" />
        <nav aria-label={text.siteNavigation} className="hidden shrink-0 items-center lg:flex">
          <Anchors className={textLink} />
          <AccountLinks className={textLink} buttonClassName="ml-2" keepsWidth />
        </nav>
        <div className="flex items-center lg:hidden">
          <Link
            to={paths.publicCampaigns}
            aria-label={text.findCampaigns}
            className="grid size-12 place-items-center rounded-full hover:bg-mint hover:text-on-mint"
          >
            <Search aria-hidden="true" />
          </Link>
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

const textLink = 'rounded-full px-3 py-2.5 font-semibold hover:bg-mint hover:text-on-mint xl:px-4'
const menuLink = '-mx-2 rounded-lg px-2 py-3.5 text-lg font-semibold'

/** A `<details>` element, which opens without script. */
function MobileMenu() {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the menu wherever the focus is
    <details className="group size-12" onKeyDown={closeOnEscape}>
      <summary
        aria-label={text.menu}
        className="grid size-12 list-none place-items-center rounded-full hover:bg-mint hover:text-on-mint [&::-webkit-details-marker]:hidden"
      >
        <Menu aria-hidden="true" className="group-open:hidden" />
        <X aria-hidden="true" className="hidden group-open:block" />
      </summary>
      <nav
        aria-label={text.siteNavigation}
        className="absolute inset-x-0 top-full grid gap-1 border-b border-line bg-cream px-5 pt-2 pb-6 shadow-raised"
      >
        <HeaderSearch className="my-2" />
        <Anchors className={menuLink} onFollow={closeMenu} />
        <Link to={paths.myDonations} onClick={closeMenu} className={menuLink}>
          {text.myDonations}
        </Link>
        <AccountLinks className={menuLink} buttonClassName="mt-3" onFollow={closeMenu} />
      </nav>
    </details>
  )
}

type LinkProps = { className: string; onFollow?: (event: MouseEvent) => void }

type AccountLinksProps = LinkProps & {
  buttonClassName: string
  /** The dashboard's link takes the room of the visitors' links, which it replaces after the page has loaded. */
  keepsWidth?: boolean
}

/** The dashboard, or for visitors 'Log in' and 'Create account', which both lead to /login (readings P11). */
function AccountLinks({
  className,
  buttonClassName,
  onFollow,
  keepsWidth = false,
}: AccountLinksProps) {
  const button = `${buttonClass()} ${buttonClassName}`
  if (useIsSignedIn())
    return (
      <span className="grid *:col-start-1 *:row-start-1">
        {keepsWidth && (
          <span aria-hidden="true" className="invisible flex items-center">
            <span className={className}>{text.logIn}</span>
            <span className={button}>{text.createAccount}</span>
          </span>
        )}
        <Link
          to={paths.overview}
          onClick={onFollow}
          className={classNames(button, keepsWidth && 'justify-self-end')}
        >
          <Initials />
          {text.toDashboard}
        </Link>
      </span>
    )
  return (
    <>
      <Link to={paths.login} onClick={onFollow} className={className}>
        {text.logIn}
      </Link>
      <Link to={paths.login} onClick={onFollow} className={button}>
        {text.createAccount}
      </Link>
    </>
  )
}

/** Says whose dashboard it is, as soon as that is known. */
function Initials() {
  const person = useSignedIn()?.person
  return (
    <span
      aria-hidden="true"
      className="-my-1 grid size-7 place-items-center rounded-full border border-current text-xs"
    >
      {person && toInitials(person.firstname, person.lastname)}
    </span>
  )
}

function Anchors({ className, onFollow }: LinkProps) {
  return (
    <>
      <Link to={`${paths.landing}#howItWorks`} onClick={onFollow} className={className}>
        {text.howItWorks}
      </Link>
      <Link to={`${paths.landing}#browseCampaigns`} onClick={onFollow} className={className}>
        {text.browseCampaigns}
      </Link>
    </>
  )
}

function closeMenu({ currentTarget }: MouseEvent) {
  currentTarget.closest('details')?.removeAttribute('open')
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent) {
  if (key !== 'Escape') return
  currentTarget.removeAttribute('open')
  currentTarget.querySelector('summary')?.focus()
}

/** Searches all campaigns. A plain form, which works without script. */
function HeaderSearch({ className }: { className: string }) {
  return (
    <search aria-label={text.searchLabel} className={className}>
      <form action={paths.publicCampaigns} className="relative">
        <input
          type="search"
          name="q"
          maxLength={100}
          aria-label={text.searchLabel}
          placeholder={text.findCampaigns}
          className="control rounded-full pr-12"
        />
        <button
          aria-label={text.search}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-full text-muted hover:text-ink"
        >
          <Search aria-hidden="true" size={20} />
        </button>
      </form>
    </search>
  )
}

const policies = ['help', 'fees', 'refunds', 'terms', 'privacy', 'transparency'] as const

export function PublicFooter({ isTask = false }: { isTask?: boolean }) {
  const { names, pages } = policyText
  const { year } = useSite()
  const links = useLinks()
  const link =
    'inline-block rounded py-2 whitespace-nowrap text-muted hover:text-ink hover:underline'
  const content = (
    <div className="wrap grid gap-5 py-6 sm:grid-cols-2 sm:gap-8 sm:py-10 lg:grid-cols-[1fr_auto_auto] lg:gap-16">
      <div className="sm:max-lg:col-span-2">
        <Logo />
        <p className="mt-2 text-muted">{text.tagline}</p>
      </div>
      <nav aria-label={text.footerNavigation}>
        <ul className="grid grid-cols-2 gap-x-8 gap-y-1 lg:grid-cols-[auto_auto] lg:gap-x-10">
          {links.map(({ to, name }) => (
            <li key={to}>
              <Link to={to} className={link}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={pages}>
        <ul className="grid grid-cols-2 gap-x-8 gap-y-1 lg:grid-flow-col lg:grid-cols-none lg:grid-rows-3 lg:gap-x-10">
          {policies.map((name) => (
            <li key={name}>
              <Link to={paths[name]} className={link}>
                {names[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
  return (
    <footer className="border-t border-line">
      {isTask ? (
        <details className="filters">
          <summary className="wrap min-h-12 font-semibold">{text.footerNavigation}</summary>
          {content}
        </details>
      ) : (
        content
      )}
      <div className="wrap">
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line py-4">
          <p className="text-sm text-muted">{text.copyright({ year })}</p>
          <LanguageChoice />
        </div>
      </div>
    </footer>
  )
}

function useLinks() {
  const howItWorks = { to: `${paths.landing}#howItWorks`, name: text.howItWorks }
  const browse = { to: paths.publicCampaigns, name: text.browseCampaigns }
  return useIsSignedIn()
    ? [
        howItWorks,
        { to: paths.overview, name: text.toDashboard },
        browse,
        { to: givenPath, name: text.myDonations },
      ]
    : [
        howItWorks,
        { to: paths.login, name: text.logIn },
        browse,
        { to: paths.signUp, name: text.createAccount },
        { to: paths.myDonations, name: text.myDonations },
      ]
}
