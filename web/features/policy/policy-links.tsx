import { paths } from '../../paths.ts'
import { policyText } from '../../text/policy.ts'

type Name = keyof typeof policyText.names

/** What somebody is about to agree to. In a tab of its own, so that nothing typed is lost. */
export function PolicyLinks({ lead, names }: { lead: string; names: readonly Name[] }) {
  const text = policyText
  return (
    <>
      {lead}{' '}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ' · '}
          <a href={paths[name]} target="_blank" rel="noopener" className="link whitespace-nowrap">
            {text.names[name]}
          </a>
        </span>
      ))}
    </>
  )
}

/** Under a donate form: what holds for a gift. */
export function GivingTerms() {
  const { giving } = policyText
  return (
    <p className="mt-5 text-sm text-muted">
      <PolicyLinks lead={giving} names={['terms', 'fees', 'refunds', 'privacy']} />
    </p>
  )
}
