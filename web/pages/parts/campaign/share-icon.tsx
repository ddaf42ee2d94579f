type Props = {
  href: string
  /** Name of the file in web/public/networks. */
  icon: string
  label: string
}

/** A plain link to a network, so that no script of it runs on the page. */
export function ShareIcon({ href, icon, label }: Props) {
  return (
    <a
      href={href}
      {...(!href.startsWith('mailto:') && { target: '_blank', rel: 'noopener noreferrer' })}
      aria-label={label}
      className="grid size-11 place-items-center rounded-full border border-line bg-white transition-transform duration-150 hover:-translate-y-0.5"
    >
      <img
        src={`/networks/${icon}.svg`}
        alt=""
        width={24}
        height={24}
        loading="lazy"
        decoding="async"
      />
    </a>
  )
}
