/**
 * How the gender of a noun is told by its form. Romance nouns have no neuter, and most endings decide; what these
 * tables do not decide has no article rather than a wrong one. Words listed are those that belie their ending.
 */
export interface Endings {
  readonly masculine: RegExp;
  readonly feminine: RegExp;
}

/** Matches whole words of a list, or words with one of some endings. */
const told = (words: string, endings: string): RegExp =>
  new RegExp(`^(?:${words.trim().split(/\s+/).join('|')})$|(?:${endings})$`, 'u');

/** The feminine is looked at second, but words of its list before the endings of the masculine. */
export const SINGULAR: Readonly<Record<string, Endings>> = {
  es: {
    masculine: told(
      `yoga mapa día planeta cometa clima idioma problema programa sistema tema drama poema lema esquema síntoma diploma
      enigma fantasma panda gorila sofá karma tequila pijama cinema dilema panorama aroma coma viaje coche café chocolate
      cine deporte baile aceite tomate traje puente valle peine pie bosque parque cheque duende elefante diamante volante
      restaurante ajedrez arroz maíz pez lápiz feliz tenis virus autobús análisis té bebé software hardware`,
      'o|aje|or|al|el|il|ol|ul|án|én|ín|ún|an|en|in|un|ón|ar|er|ir|és|[iíuúbcdfgkmptvwx]',
    ),
    feminine: told(
      `foto moto mano radio flor labor sal miel piel cárcel señal catedral razón mujer imagen paz luz voz nariz raíz noche
      gente muerte suerte clase leche carne nieve sangre fiebre calle frase llave nave nube parte serie torre base fe sed
      mente fuente ley sartén tarde red salud pared web app`,
      'a|ción|sión|xión|zón|gión|dad|tad|tud|umbre|ez|ie',
    ),
  },
  fr: {
    masculine: told(
      `été côté comité traité pâté thé décolleté musée lycée trophée stade grade magazine domaine génie mexique lexique
      moustique plastique portique diagnostique cantique graphique monde livre théâtre sucre beurre vinaigre régime sexe cirque groupe
      siècle commerce silence programme système problème thème poème crime rêve verre fleuve cimetière mystère caractère
      ministère poivre fromage potage vélo jardin pain vin bain train cinéma yoga opéra poisson son ton don fer hiver
      couteau ciel miel sel bal mal riz nez prix cours repas temps corps discours parcours tapis pays choix bois sens jus`,
      'age|ment|eau|isme|ais|ois|oir|phone|gramme|scope|mètre|ège|al|el|il|ail|eil|euil|ouil|et|ot|ard|art|ier|er|ing|ou|o|a|i|in|ain|an|en|on|un|c|d|g|k|l|p|b|z|teur',
    ),
    feminine: told(
      `page plage image cage rage nage eau peau fin main mer cuillère faim soif clef clé nuit mort part dent dot forêt
      maison chanson boisson leçon façon rançon pizza salsa samba paella mozzarella photo vidéo moto météo radio auto tribu
      fleur peur couleur chaleur douceur odeur saveur sueur vapeur guitare danse mode vie ville lune terre guerre pomme
      pâte tarte crème soupe viande glace bière neige plante montagne voiture course marche langue science planète route
      forme force fête table chaise porte robe tresse coupe tomate carotte banane fraise framboise carrière lumière rivière
      matière prière salade cuisine ferme flûte harpe batterie peinture valise vitamine méthode`,
      'tion|sion|xion|aison|té|ette|elle|esse|ence|ance|ure|ude|ade|ine|ie|ique|ise|ille|euse|ée|trice|logie|graphie',
    ),
  },
  pt: {
    masculine: told(
      `mapa dia planeta clima idioma problema programa sistema tema drama poema cinema sofá chá samba pijama cometa panda
      gorila leite chocolate café bolo peixe doce sorvete esporte filme tênis parque pé homem trem arroz xadrez lápiz ônibus
      vírus pão violão coração verão avião feijão macarrão limão leão chão vulcão fogão software hardware`,
      'o|or|al|el|il|ol|ul|ar|er|[iubcdfgkmnptvwx]',
    ),
    feminine: told(
      `foto moto mão arte noite gente morte sorte carne pele neve base rede nave febre tarde mente ponte fonte paz luz voz
      vez raiz nariz flor cor dor mulher colher ioga série saúde web`,
      'a|ção|são|xão|dade|agem|igem|ugem|ez|ice|ude',
    ),
  },
  it: {
    masculine: told(
      `problema programa programma sistema tema clima dramma poema pianeta cinema yoga panda gorilla delta diploma dilemma
      enigma fantasma pigiama panorama sofà papà pane latte sale pesce cane mare fiume caffè tè cuore amore fiore colore
      paese mese sole ponte monte dente animale giornale ospedale natale carnevale temporale canale software hardware`,
      'o|iere|ame|ume|tore|sore|nore|one|[iubcdfghjklmnpqrstvwxyz]',
    ),
    feminine: told(
      `mano foto moto radio auto notte luce carne neve voce arte morte gente mente salute fede pelle chiave croce pace nave
      classe febbre legge parte estate base serie specie canzone app band mail`,
      'a|zione|sione|gione|nione|tà|tù|gine|trice|udine',
    ),
  },
};

/** The same for plurals. In French their article is the same for both. */
export const PLURAL: Readonly<Record<string, Endings>> = {
  es: {
    masculine: told(
      'planetas mapas problemas programas sistemas temas días idiomas cometas dramas poemas',
      'os|ajes|es',
    ),
    feminine: told(
      `fotos motos manos radios flores mujeres luces voces noches clases llaves naves nubes partes series torres redes calles
      imágenes frases bases fuentes leyes paredes tardes muertes carnes webs apps`,
      'as|ciones|zones|siones|xiones|dades|tades|tudes|umbres|eces',
    ),
  },
  pt: {
    masculine: told(
      'planetas mapas problemas programas sistemas temas dias idiomas cometas dramas poemas',
      'os|ais|éis|óis|dores|ães|ões',
    ),
    feminine: told('fotos motos mãos flores mulheres cores luzes vozes noites', 'as|ções|sões|dades|gens'),
  },
  it: {
    masculine: told('', 'i'),
    feminine: told(
      'mani notti luci chiavi navi voci parti arti menti carni leggi classi reti canzoni opinioni',
      'ette|ezze|anze|enze|iche|eghe|ure|elle|ole|ate|zioni|sioni|gioni|gini|udini|trici',
    ),
  },
};
