import type { Readings } from '../../../shared/questions/generated/readings.ts';

type Language = Readings['message_language'];

const WORDS = {
  german: { request: 'Fehler bei der Ausführung der Anfrage', job: 'Fehler bei der Ausführung des Auftrags' },
  french: { request: 'Erreur lors du traitement de la requête', job: 'Erreur lors du traitement de la tâche' },
} as const;

/** Spec 2.2, 2.4: a message is for people, and nobody branches on it: one for all is enough. */
export function inLanguage(language: Exclude<Language, 'english'>, about: 'request' | 'job'): string {
  return WORDS[language][about];
}

/** What a job says of its failure. */
export function failureText(english: string, language: Language): string {
  return language === 'english' ? english : inLanguage(language, 'job');
}
