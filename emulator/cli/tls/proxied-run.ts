import { type Flags, UsageError } from '../../../shared/command.ts';
import { credentialsOf, isExempt, proxiesIn, proxyFor, proxyProblem } from '../../../shared/proxy.ts';
import { type Certified, certify } from '../../adapters/tls/certificate.ts';
import { writeTrustFiles } from '../../adapters/tls/trust-files.ts';
import { openTunnelProxy, type Way } from '../../adapters/tunnel-proxy.ts';
import { wallClock } from '../../adapters/wall-clock.ts';
import { serviceHosts } from './tls-flags.ts';

/** A run of a command whose requests to the service are routed to the emulator. */
export type ProxiedRun = {
  /** The certificate of the emulator, which only this run uses. */
  https: Certified;
  /** Starts the proxy, and returns the environment for the command. */
  open(httpsUrl: string): Promise<NodeJS.ProcessEnv>;
  end(): Promise<void>;
};

export function proxiedRun(flags: Flags, env = process.env): ProxiedRun {
  const hosts = serviceHosts(flags);
  if (hosts.length === 0)
    throw new UsageError(
      '--proxy needs --service-host NAME, the host name that your client calls, such as api.example.com',
    );
  const problem = proxyProblem(proxiesIn(env));
  if (problem !== null) throw new UsageError(problem);
  if (/^https:/i.test(proxiesIn(env).https ?? ''))
    throw new UsageError(
      'HTTPS_PROXY is a proxy that is itself reached over TLS, which --proxy cannot use: write its http:// address, or unset it',
    );
  const https = certify(hosts, wallClock.now());
  const steps: (() => unknown)[] = [];
  return {
    https,
    open: async (httpsUrl) => {
      const trust = writeTrustFiles(https.ca, env);
      steps.push(trust.remove);
      const proxy = await openTunnelProxy((host, port) =>
        hosts.includes(host) ? emulatorAt(httpsUrl) : wayTo(host, port, env),
      );
      steps.push(proxy.close);
      const no = proxiesIn(env).no.filter((one) => !hosts.some((host) => isExempt(one, host, '443')));
      const around = [...new Set(['localhost', '127.0.0.1', '::1', ...no])].join(',');
      return {
        ...trust.env,
        ...{ HTTPS_PROXY: proxy.url, https_proxy: proxy.url, NO_PROXY: around, no_proxy: around },
        NODE_USE_ENV_PROXY: '1',
      };
    },
    end: async () => {
      for (const step of steps) await step();
    },
  };
}

/** An emulator that listens on all addresses is reached on loopback. */
function emulatorAt(httpsUrl: string): Way {
  const { hostname, port } = new URL(httpsUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host: { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host, port: Number(port) };
}

/** Connects to another host, through the proxy that the environment names for it. */
function wayTo(host: string, port: number, env: NodeJS.ProcessEnv): Way {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const by = proxyFor(`https://${authority}`, proxiesIn(env));
  if (by === null) return { host, port };
  const { both = '' } = credentialsOf(by) ?? {};
  const login = both === '' ? '' : `Proxy-Authorization: Basic ${Buffer.from(both).toString('base64')}\r\n`;
  const greeting = `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`;
  return { host: by.hostname.replace(/^\[|\]$/g, ''), port: Number(by.port || 80), greeting };
}
