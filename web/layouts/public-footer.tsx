import { useIsSignedIn } from '#web/pages/parts/session/signed-in.ts'
import { givenPath, paths } from '#web/navigation/paths.ts'
import { useSite } from '#web/api/site.tsx'
import { layoutText } from '#web/text/layout.ts'
import { policyText } from '#web/text/policy.ts'
import { Link } from '#web/router/link.tsx'

import { LanguageChoice } from './language-choice.tsx'
import { Logo } from './logo.tsx'

const policies = ['help', 'fees', 'refunds', 'terms', 'privacy', 'transparency'] as const

export function PublicFooter() {
  const text = layoutText
  const { names, pages } = policyText
  const { year } = useSite()
  const links = useLinks()
  const link =
    'inline-block rounded py-2 whitespace-nowrap text-muted hover:text-ink hover:underline'
  return (
    <footer className="border-t border-line">
      <div className="wrap grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-[1fr_auto_auto] lg:gap-16">
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
      <div className="wrap">
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line py-4">
          <p className="text-sm text-muted">{text.copyright(year)}</p>
          <LanguageChoice />
        </div>
      </div>
    </footer>
  )
}

function useLinks() {
  const text = layoutText
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
        { to: paths.signUp, name: text.signUp },
        { to: paths.myDonations, name: text.myDonations },
      ]
}
