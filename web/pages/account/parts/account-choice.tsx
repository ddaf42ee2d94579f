import { paths } from '#web/navigation/paths.ts'
import { authText } from '#web/text/auth.ts'
import { Link } from '#web/router/link.tsx'

const choices = [
  { path: paths.login, label: 'logIn' },
  { path: paths.signUp, label: 'createAccount' },
] as const

/** Logging in and creating an account as two equal choices, on both pages (readings P11). */
export function AccountChoice({ current }: { current: (typeof choices)[number]['path'] }) {
  return (
    <nav
      aria-label={authText.choice}
      className="mb-7 grid grid-cols-2 gap-1 rounded-full border border-control p-1"
    >
      {choices.map(({ path, label }) => (
        <Link
          key={path}
          to={path}
          aria-current={path === current ? 'page' : undefined}
          className="grid min-h-11 place-items-center rounded-full px-3 py-2 text-center font-semibold hover:bg-mint hover:text-on-mint aria-[current=page]:bg-forest aria-[current=page]:text-on-forest"
        >
          {authText[label]}
        </Link>
      ))}
    </nav>
  )
}
