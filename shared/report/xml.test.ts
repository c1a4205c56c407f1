import { describe, expect, it } from 'vitest';
import { element, escapeXml, writeXml } from './xml.ts';

describe('XML', () => {
  it('nests elements, closes empty ones, and escapes texts and attributes', () => {
    const root = element('a', { x: '<"&\'>' }, [element('b'), element('c', {}, '1 < 2')]);
    expect(writeXml(root)).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a x="&lt;&quot;&amp;&#39;&gt;">\n  <b/>\n  <c>1 &lt; 2</c>\n</a>\n',
    );
  });

  it('replaces characters that XML cannot contain, and invisible ones', () => {
    expect(escapeXml('a\u0000\u001b\ufffe\ud800z\t\n')).toBe('a\\u0000\\u001b\\ufffe\\ud800z\t\n');
    expect(escapeXml('😀')).toBe('😀');
  });
});
