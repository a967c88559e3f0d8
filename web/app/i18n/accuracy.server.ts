import type { Catalogue } from './message.ts'

const en = {
  title: 'How accurate the forecasts are',
  description: 'What was forecast, compared with what came: by source and lead time, with what simpler guesses would have scored.',
  intro: {
    one: 'Forecasts for one place, compared with what came, from {from} to {to}.',
    other: 'Forecasts for {n} places, compared with what came, from {from} to {to}.',
  },
  method:
    'Each hour counts once. “Like today” repeats the last day that was known; “as usual” is the mean of the 30 days before. Shaded: the 95 % interval of the forecast’s error.',
  nothing: 'Not enough data yet. Forecasts are compared once a day, and shown from 30 days on.',
  simulated: 'This weather is made up, for a demonstration.',
  section: '{source}, compared with {truth}',
  measured: 'measurements by {source}',
  computed: 'computed values of {source}, not with measurements',
  own: 'values that it computed later itself, not with measurements',
  temperature: 'Temperature',
  temperatureChart: 'Mean error of the temperature by lead time, beside simpler guesses. All values are in the table below.',
  rain: 'Rain and snow',
  rainChart:
    'Share of wet hours that were forecast, and share of hours forecast as wet that stayed dry, by lead time. All values are in the table below.',
  lead: 'Ahead',
  days: 'Days',
  forecast: 'Forecast',
  bias: 'Too warm by',
  rmse: 'RMSE',
  persistence: 'Like today',
  climatology: 'As usual',
  detected: 'Wet hours forecast',
  falseAlarms: 'Forecast wet, stayed dry',
  csi: 'Threat score',
  frequency: 'Frequency bias',
  brier: 'Brier score',
  skill: 'Skill against “as usual”',
  better: {
    one: '{lead} ahead, {source} was closer to the temperature than {other} by {difference} on average, on the same hours of one day.',
    other: '{lead} ahead, {source} was closer to the temperature than {other} by {difference} on average, on the same hours of {n} days.',
  },
  unknown: 'not known',
}

/** The page about the accuracy of forecasts. */
export const accuracy: Catalogue<typeof en> = {
  en,
  de: {
    title: 'Wie genau die Vorhersagen sind',
    description: 'Was vorhergesagt war, verglichen mit dem, was kam: nach Quelle und Vorlauf, neben einfacheren Schätzungen.',
    intro: {
      one: 'Vorhersagen für einen Ort, verglichen mit dem, was kam, vom {from} bis zum {to}.',
      other: 'Vorhersagen für {n} Orte, verglichen mit dem, was kam, vom {from} bis zum {to}.',
    },
    method:
      'Jede Stunde zählt einmal. „Wie heute“ wiederholt den letzten bekannten Tag; „wie üblich“ ist das Mittel der 30 Tage davor. Schattiert: das 95-%-Intervall des Fehlers der Vorhersage.',
    nothing: 'Noch zu wenige Daten. Vorhersagen werden einmal am Tag verglichen und ab 30 Tagen gezeigt.',
    simulated: 'Dieses Wetter ist erfunden, zur Vorführung.',
    section: '{source}, verglichen mit {truth}',
    measured: 'Messungen von {source}',
    computed: 'berechneten Werten von {source}, nicht mit Messungen',
    own: 'Werten, die sie später selbst berechnet hat, nicht mit Messungen',
    temperature: 'Temperatur',
    temperatureChart:
      'Mittlerer Fehler der Temperatur nach Vorlauf, neben einfacheren Schätzungen. Alle Werte stehen in der Tabelle darunter.',
    rain: 'Regen und Schnee',
    rainChart:
      'Anteil der nassen Stunden, die vorhergesagt waren, und Anteil der nass vorhergesagten, die trocken blieben, nach Vorlauf. Alle Werte stehen in der Tabelle darunter.',
    lead: 'Im Voraus',
    days: 'Tage',
    forecast: 'Vorhersage',
    bias: 'Zu warm um',
    rmse: 'Quadratisches Mittel',
    persistence: 'Wie heute',
    climatology: 'Wie üblich',
    detected: 'Vorhergesagt von den nassen Stunden',
    falseAlarms: 'Trocken von den vorhergesagten',
    csi: 'Threat Score',
    frequency: 'Vorhergesagt je nasse Stunde',
    brier: 'Brier-Score',
    skill: 'Gewinn gegenüber „wie üblich“',
    better: {
      one: '{lead} im Voraus lag {source} bei der Temperatur im Mittel um {difference} näher als {other}, in denselben Stunden eines Tages.',
      other:
        '{lead} im Voraus lag {source} bei der Temperatur im Mittel um {difference} näher als {other}, in denselben Stunden von {n} Tagen.',
    },
    unknown: 'nicht bekannt',
  },
  fr: {
    title: 'La précision des prévisions',
    description: 'Ce qui était prévu, comparé à ce qui est arrivé\u00a0: par source et par échéance, à côté d’estimations plus simples.',
    intro: {
      one: 'Prévisions pour {n} lieu, comparées à ce qui est arrivé, du {from} au {to}.',
      other: 'Prévisions pour {n} lieux, comparées à ce qui est arrivé, du {from} au {to}.',
    },
    method:
      'Chaque heure compte une fois. «\u00a0Comme aujourd’hui\u00a0» répète le dernier jour connu\u00a0; «\u00a0comme d’habitude\u00a0» est la moyenne des 30 jours précédents. En grisé\u00a0: l’intervalle à 95\u00a0% de l’erreur de la prévision.',
    nothing: 'Pas encore assez de données. Les prévisions sont comparées une fois par jour et montrées à partir de 30 jours.',
    simulated: 'Cette météo est inventée, pour une démonstration.',
    section: '{source}, comparé à {truth}',
    measured: 'des mesures de {source}',
    computed: 'des valeurs calculées de {source}, non mesurées',
    own: 'des valeurs que la source a calculées plus tard elle-même, non mesurées',
    temperature: 'Température',
    temperatureChart:
      'Erreur moyenne de la température par échéance, à côté d’estimations plus simples. Toutes les valeurs sont dans le tableau ci-dessous.',
    rain: 'Pluie et neige',
    rainChart:
      'Part des heures humides qui étaient prévues, et part des heures prévues humides qui sont restées sèches, par échéance. Toutes les valeurs sont dans le tableau ci-dessous.',
    lead: 'À l’avance',
    days: 'Jours',
    forecast: 'Prévision',
    bias: 'Trop chaud de',
    rmse: 'Écart quadratique',
    persistence: 'Comme aujourd’hui',
    climatology: 'Comme d’habitude',
    detected: 'Prévues parmi les heures humides',
    falseAlarms: 'Sèches parmi les heures prévues',
    csi: 'Indice de succès critique',
    frequency: 'Prévues par heure humide',
    brier: 'Score de Brier',
    skill: 'Gain sur «\u00a0comme d’habitude\u00a0»',
    better: {
      one: '{lead} à l’avance, {source} était en moyenne plus proche de la température que {other} de {difference}, aux mêmes heures de {n} jour.',
      other:
        '{lead} à l’avance, {source} était en moyenne plus proche de la température que {other} de {difference}, aux mêmes heures de {n} jours.',
    },
    unknown: 'inconnu',
  },
  es: {
    title: 'El acierto de los pronósticos',
    description: 'Lo que se pronosticó, comparado con lo que vino: por fuente y antelación, junto a estimaciones más sencillas.',
    intro: {
      one: 'Pronósticos para un lugar, comparados con lo que vino, del {from} al {to}.',
      other: 'Pronósticos para {n} lugares, comparados con lo que vino, del {from} al {to}.',
    },
    method:
      'Cada hora cuenta una vez. «Como hoy» repite el último día conocido; «como siempre» es la media de los 30 días anteriores. Sombreado: el intervalo del 95 % del error del pronóstico.',
    nothing: 'Aún no hay datos suficientes. Los pronósticos se comparan una vez al día y se muestran a partir de 30 días.',
    simulated: 'Este tiempo es inventado, para una demostración.',
    section: '{source}, comparado con {truth}',
    measured: 'mediciones de {source}',
    computed: 'valores calculados de {source}, no medidos',
    own: 'valores que la propia fuente calculó después, no medidos',
    temperature: 'Temperatura',
    temperatureChart:
      'Error medio de la temperatura por antelación, junto a estimaciones más sencillas. Todos los valores están en la tabla de abajo.',
    rain: 'Lluvia y nieve',
    rainChart:
      'Proporción de las horas húmedas que se pronosticaron, y de las pronosticadas húmedas que quedaron secas, por antelación. Todos los valores están en la tabla de abajo.',
    lead: 'Antelación',
    days: 'Días',
    forecast: 'Pronóstico',
    bias: 'Exceso de calor',
    rmse: 'Error cuadrático medio',
    persistence: 'Como hoy',
    climatology: 'Como siempre',
    detected: 'Pronosticadas de las horas húmedas',
    falseAlarms: 'Secas de las pronosticadas',
    csi: 'Índice de éxito crítico',
    frequency: 'Pronosticadas por hora húmeda',
    brier: 'Puntuación de Brier',
    skill: 'Ganancia frente a «como siempre»',
    better: {
      one: 'Con {lead} de antelación, {source} se acercó de media {difference} más a la temperatura que {other}, en las mismas horas de un día.',
      other:
        'Con {lead} de antelación, {source} se acercó de media {difference} más a la temperatura que {other}, en las mismas horas de {n} días.',
    },
    unknown: 'no se sabe',
  },
}
