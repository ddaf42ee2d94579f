const pattern = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^@/?#]*)((?:\/[^?#]*)?)((?:\?[^#]*)?)$/

/**
 * One URL for each host of a database URL, in the order of the list. libpq writes several hosts as `a:5432,b:5433`, and folders of
 * sockets as the parameters `host=/a,/b&port=5432,5433`. Undefined if the URL is invalid.
 */
export function toHostUrls(databaseUrl: string): string[] | undefined {
  const [, protocol, credentials, authority = '', path, search = ''] =
    pattern.exec(databaseUrl) ?? []
  if (protocol === undefined) return undefined
  const parameters = new URLSearchParams(search)
  // The database itself decides whether it accepts writes. Ajo accepts no other value.
  parameters.delete('target_session_attrs')
  const listed = parameters.get('host')?.split(',')
  const ports = (parameters.get('port') ?? '').split(',')
  const hosts = listed ?? authority.split(',')
  const urls = hosts.map((host, index) => {
    const own = new URLSearchParams(parameters)
    if (listed) own.set('host', host)
    const port = ports[index] ?? ports[0]
    if (port) own.set('port', port)
    const query = own.size > 0 ? `?${own.toString()}` : ''
    return `${protocol}${credentials}${listed ? authority : host}${path}${query}`
  })
  return urls.every((url) => URL.canParse(url)) ? urls : undefined
}
