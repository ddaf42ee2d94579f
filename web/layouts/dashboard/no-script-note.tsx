import { paths } from '../../navigation/paths.ts'
import { siteText } from '../../text/site.ts'

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
