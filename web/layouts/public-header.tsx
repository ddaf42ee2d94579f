import { Menu, X } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { Link } from 'react-router'

import { useIsSignedIn } from '#web/features/account/session/signed-in.ts'
import { paths } from '#web/navigation/paths.ts'
import { layoutText } from '#web/text/layout.ts'
import { buttonClass } from '#web/ui/button.tsx'

import { Logo } from './logo.tsx'

/** Sticky. Small screens have a menu (specification §2, '/'). */
export function PublicHeader() {
  const text = layoutText
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-cream">
      <div className="wrap flex min-h-16 items-center justify-between gap-4">
        <Logo />
        <nav aria-label={text.siteNavigation} className="hidden items-center gap-2 md:flex">
          <Anchors className="rounded-full px-4 py-2.5 font-semibold hover:bg-mint hover:text-on-mint" />
          <AccountLink className="ml-2" />
        </nav>
        <MobileMenu />
      </div>
    </header>
  )
}

/** A `<details>` element, which opens without script. */
function MobileMenu() {
  const text = layoutText
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the menu wherever the focus is
    <details className="group size-12 md:hidden" onKeyDown={closeOnEscape}>
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
        <Anchors
          className="-mx-2 rounded-lg px-2 py-3.5 text-lg font-semibold"
          onFollow={closeMenu}
        />
        <AccountLink className="mt-3" onFollow={closeMenu} />
      </nav>
    </details>
  )
}

type LinkProps = { className: string; onFollow?: (event: MouseEvent) => void }

/** The dashboard, or the login page for visitors. */
function AccountLink({ className, onFollow }: LinkProps) {
  const [to, label] = useIsSignedIn()
    ? [paths.overview, layoutText.toDashboard]
    : [paths.login, layoutText.createAccount]
  return (
    <Link to={to} onClick={onFollow} className={`${buttonClass()} ${className}`}>
      {label}
    </Link>
  )
}

function Anchors({ className, onFollow }: LinkProps) {
  const text = layoutText
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
