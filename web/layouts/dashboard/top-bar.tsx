import { ArrowLeft, PanelLeft } from 'lucide-react'
import type { Ref } from 'react'

import type { Account } from '#shared/account.ts'
import { paths } from '#web/navigation/paths.ts'
import { toInitials } from '#web/text/initials.ts'
import { layoutText } from '#web/text/layout.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useLocation, useNavigate } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'

type TopBarProps = {
  account: Account | null
  toggle: { open: boolean; controls: string; press: () => void }
  toggleRef: Ref<HTMLButtonElement>
}

export function TopBar({ account, toggle, toggleRef }: TopBarProps) {
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
      aria-label={text.settingsLink(`${firstname} ${lastname}`, initials)}
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
