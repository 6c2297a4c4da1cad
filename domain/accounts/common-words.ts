/**
 * Words in lower case that attackers try first: names, pets, teams, songs and similar words, in English and
 * French.
 */
export const COMMON_WORDS: ReadonlySet<string> = listed(`
aaa abc abcd abcde abcdef access acdc admin administrator agenda alex alexander alexandra alexandre alexis
always amanda amazing amazon america american amour ananas andrea andrew android angel angela angels anna
anne anthony antoine anything aout appartement apple april argentina army arsenal arthur asdf asdfgh
ashley audi august aurelie australia automne autumn avengers avion avril awesome azerty azertyuiop baby
babyblue babyboy babygirl backup bacon baguette banana barcelona baseball basketball bateau batman bayern
bear beatles beautiful bebe beckham benjamin benoit berlin bernard bestfriend beyonce bible bienvenue
biere bisous black blanc blessed bleu blue bmw bonbon bonheur bonjour bonsoir bordeaux boston boy boys
brandon brasil brazil bretagne brian brigitte brother brown buddy bulls bunny burger business butter
butterfly cacahuete calendar california camaro camera camille camion canada canard candy caramel carlos
caroline carotte cash cat catherine cedric cerise champagne champion changeme chantal charles charlie
charlotte chat cheese chelsea cherie cherry cheval chevrolet chevy chewbacca chicago chicken chien china
chloe chocolat chocolate chocolatine chouchou chris christ christian christina christine christopher
church ciao ciel cinema cinnamon cisco citroen citron claire claude clement cloud cochon coeur coffee
college company computer cookie cool corse corvette coucou courses cowboys crazy croissant crystal cuisine
cyber cycling daddy daisy dallas daniel daniela daphne darthvader database david debian december decembre
default delphine demo demon denis denver devil diamond diana didier digital dimanche disney doctor dodge
dodgers dog doggy dollar dolphin dominique donald doudou dragon drums ducati dumbledore eagle eagles earth
edward egalite elephant elisabeth elizabeth elodie elvis email emerald emilie emily eminem emma emmanuel
england enterprise equipe eric espana estelle etienne etoile eva everything fabien fabrice facebook faith
falcon famille family father february ferrari fevrier fire firewall fishing florence florian florida
flower flowers football ford forest forever fortnite fortune fraise framboise francais france francis
francois fraternite frederic freedom friday friend friends fromage funny gabriel gabrielle galaxy
gameofthrones gandalf garden garfield george gerard germany giants ginger giraffe girl girls gmail god
gold golden golf goodbye goofy google grace green gryffindor guest guillaume guitar hacker hacking hallo
hannah happy harley harleydavidson harrypotter hawaii hawk heather heaven helene hell hello henri hermione
hero hiphop hiver hockey hogwarts hola home honda honey hope horse hot hotmail house household houston
hugo hulk hunter hunting hurricane ice ilove iloveu iloveyou india instagram internet iphone ironman
isabella isabelle italia italy jack jackson jacques james january janvier japan jardin jasmin jasmine
jason jaune jean jeanne jennifer jeremy jerome jessica jesus jetaime jeudi john joker jonathan jordan
joseph joshua jtaime juillet juin julia julie julien july june justice justin juventus kawasaki kevin
kikou killer king kitten kitty knight kobe lady lait lakers lamborghini lapin laptop laura laurence
laurent lavender lea lebron legend lemon leo leonardo letmein liberte liberty lightning lille lily linux
lion lionne lisa liverpool login loic london louis louise loulou loup love lovely loveme lover loveyou
lucas lucie lucky ludovic lundi lune lyon madeleine madison madonna madrid magic magical mai maison maman
man manchester mango manon marc marcel march mardi maria marie marine mario mark marmotte mars marseille
martin martine marvel master mathieu mathilde matrix matthew maxime mdp melanie melissa melon menage
mercedes merci mercredi merlin messi metal metallica mexico miami michael michelle mickael mickey
microsoft milan million millionaire minecraft minette minnie minou mister mobile modem mohamed mommy
monamour monday money monkey montagne montreal moon moonlight morgan moscow motdepasse mother moto
mountain mouse mouton movie music musica musique mustang mystic nantes nathalie nathan navy netflix
network never newyork neymar nicolas nicole ninja nintendo nirvana nissan noah noir noisette nokia nolan
nothing nounours november novembre nuage nutella ocean october octobre office oiseau olivia olivier
olympique online oracle orage orange orchid organizer oscar ours packers panda panther papa papillon paris
pascal pass passe passw0rd password passwort patrice patricia patrick patriots paul pauline peace peach
pearl penguin pepper peter peugeot philippe phoenix phone photo piano pierre pikachu pink pirate pistache
pitchoune pizza plage planet planner playstation please poire poisson pokemon pomme pony porsche poulet
poupou pretty prince princess princesse printemps private protect psg puppy pupuce purple qazwsx quebec
queen quentin qwerty qwertz rabbit rachel racing raiders rain rainbow ranger rap raphael rappel realmadrid
rebecca red redsox reglisse remi renard renault rich richard rihanna river robert roblox rock rocknroll
rockstar roger roma romain ronaldo root rose rouge router ruby rugby running russia ryan sabrina safety
sakura salut samantha samedi samsung samuel samurai sandra sandrine sarah saturday school scooby scorpion
scott seattle sebastien secret secrets secure security september septembre server sexy shadow shakira
shark silver simon simpsons sister skateboard skating sky skywalker slipknot slytherin smile snake snoopy
snow snowboard soccer soldier soleil something sony sophie souris southpark spain spider spiderman spring
star starcraft stargate starlight stars startrek starwars steelers stephane stephanie steven storm
strawberry student success sugar summer sun sunday sunshine superhero superman surfing susan suzuki
sweetheart sweetie swimming sydney sylvain sylvie system taches tata taylor teacher telephone tempete
tennis tequila test tester testing texas thankyou theo thibault thierry thomas thor thunder thursday
tiffany tiger tigger tigre titi together tokyo tomate tommy tony tortue toto toulouse toyota train trustno
trustnoone tuesday tulip tupac turtle tutu tweety twitter ubuntu united universe university user vacances
vache valentin valerie vanessa vanilla vanille velo vendredi veronique vert victor victoria victory video
viking vin vincent violet virginie vodka voiture voldemort volkswagen volleyball voyager walter warcraft
warrior wasd water website wednesday welcome whale whatever whisky white wifi william wind windows winner
winter wireless wizard wolf wolverine woman work world xavier xbox xyz yahoo yamaha yankees yann yannick
yellow yoda youtube zachary zidane zoe zxcvbn zxcvbnm
`);

/** Endings that people append to a word to make a password longer. */
export const COMMON_ENDINGS: ReadonlySet<string> = listed(`
1 2 3 7 8 9 0 11 12 13 21 22 23 69 77 88 99 00 01 007 101 111 123 1234 12345 123456 1234567 12345678
123456789 1234567890 321 4321 54321 666 777 999 000 1111 2222 7777 0000 ! !! ? * # @ 1! 12! 123! 1234!
123@ 123# @123 #1 abc xyz qwerty azerty forever you me us 4ever 4life 4u 2me
`);

/** Frequently leaked passwords of at least ten characters, in lower case. */
export const WELL_KNOWN_PASSWORDS: ReadonlySet<string> = listed(`
0000000000 0102030405 0123456789 0987654321 0p9o8i7u6y 1020304050 1029384756 1111111111 1111122222
1122334455 11223344556 1123581321 112358132134 1212121212 123123123a 1234512345 1234554321 1234567890
12345678901 123456789012 1234567890q 1234567891 12345678910 1234567898 123456789a 123456789q 12345qwert
12345qwerty 1234qwerasdf 123qweasd1 123qweasdzxc 1324354657 1357924680 1470147014 1472583690 147258369a
159753159753 1597534862 1q1q1q1q1q 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 2468013579 2580258025 2718281828
3141592653 31415926535 3141592654 3216549870 5432112345 5647382910 741852963a 7894561230 789456123a
9638527410 9876543210 a123456789 a1234567890 aa12345678 aaaaaaaaaa abc1234567 abc123456789 abc123abc123
abcd123456 abcd1234abcd abcde12345 abcdef1234 abcdef123456 abcdefg123 abcdefg1234 abcdefgh12 abcdefghij
abcdefghijk abcdefghijklmnop access1234 accessdenied accessgranted adminadmin administrateur administrator
administrator! administrator1 administrator123 adminpassword alexander1 alexander123 alexandra1 alexandre1
allezlesbleus allezlom13 alligator1 andrew1234 anthony123 anything123 arsenalfc123 asdasdasdasd asdf123456
asdf1234567 asdfasdfasdf asdfghjkl1 asdfghjkl123 asdfghjklm assassinscreed australia1 awesomeness
azerty1234 azerty12345 azerty123456 azertyazerty azertyuiop babygirl12 babygirl123 barcelona10
barcelona123 baseball12 baseball123 basketball basketball1 batman1234 beatles123 beautiful1 beautiful123
benjamin12 benjamin123 bestfriend1 bestfriends bestfriendsforever blackberry blackberry1 blackdragon
blackhawk1 blackpanther blink182blink blueberry1 bluemoon123 bobmarley1 bobmarley420 bonneannee bordeaux33
bretagne29 bubblegum1 bugsbunny123 bulbasaur1 bulldog123 buttercup1 butterfly1 butterfly123 california1
callofduty callofduty4 camaro1969 camille123 candycane1 captainamerica championsleague changeitnow
changeme123 changemenow charizard1 charlotte1 charlotte123 charmander cheerleader cheerleading cheesecake
chelseafc123 chevrolet1 chihuahua1 chimpanzee chocolate1 chocolate123 christelle christine1 christmas1
christmas123 christophe christophe1 christopher christopher1 computer12 computer123 correcthorse
correcthorsebatterystaple corsica2020 corvette123 counterstrike counterstrike16 cowboys123 cristiano7
cristianoronaldo crocodile1 cupcake123 dalmatian1 daniel1234 defaultpassword demodemo123 dominique1
donaldduck1 dontforget donttouch1 dragonball dragonball1 dragonballz dragonfly1 elephant12 elephant123
elizabeth1 elizabeth123 emmanuelle everything1 facebook12 facebook123 fantastic1 fcbarcelona ferrari123
finalfantasy finalfantasy7 football12 football123 football1234 foreverandever foreverlove foreveryoung
forgetit123 forgetmenot frederique friendsforever gabrielle1 gameofthrones genevieve1 germanshepherd
gingerbread goaway1234 godisgood1 godisgood123 godisgreat goldenretriever google1234 gorgeous123
grandtheftauto greenday123 greentea123 guest12345 guestguest gymnastics hakunamatata halloween1
handsome123 happybirthday happynewyear harley1234 harleydavidson harrypotter1 harrypotter7 hellokitty1
hellokitty123 hippopotamus hostmaster1 iamawesome1 iamlegend1 iamthebest iamtheking icecream123 idontcare1
idontknow1 idontknow123 ilovechocolate ilovefootball iloveher123 ilovehim123 ilovejesus ilovemusic
ilovemycat ilovemydad ilovemydog ilovemyfamily ilovemymom ilovemyself iloveyou12 iloveyou123 iloveyou1234
iloveyou4ever iloveyouall iloveyoubaby iloveyoumore iloveyousomuch incorrect1 incredible ingodwetrust
inlovewithyou instagram1 instagram123 internet123 ironmaiden1 ironmaiden666 ironman123 jacqueline
jacqueline1 jeanclaude jeanfrancois jeanpierre jeanpierre1 jennifer12 jennifer123 jessica123 jesuschrist
jesusislord jesuslovesme jesussaves jetaime123 jetaimemonamour jonathan12 jonathan123 jordan2345
joshua1234 joyeuxnoel jtmmonamour keepout123 kobebryant24 kurtcobain1 labrador123 lakers2424 lamborghini1
lasvegas123 lavender123 leagueoflegends lebronjames23 ledzeppelin ledzeppelin4 legendofzelda lemotdepasse
letmein1234 letmein2me letmeinnow letmeinplease libertegalitefraternite linkinpark linkinpark1
lionelmessi10 liverpool1 liverpool123 liverpoolfc lkjhgfdsaq lollipop123 lordoftherings losangeles
lovelovelove lovemeforever loveyouforever madison123 manchester1 manchestercity manchesterunited
marieclaire marieclaude mariefrance marseille123 marseille13 marshmallow matthew123 maytheforce
maytheforcebewithyou mercedesbenz merrychristmas metalgearsolid metallica1 michaeljackson michaeljordan
michaeljordan23 michelle12 michelle123 mickeymouse microsoft1 microsoft123 minecraft1 minecraft123
minniemouse mnbvcxzlkj monamour123 monmotdepasse moonlight1 motdepasse1 motdepasse123 motorola123
mustang123 mustang1967 mypassword mypassword1 ncc1701enterprise ncc1701ncc1701 needforspeed nevermind1
newpassword newyorkcity newyorkyankees newzealand nicolas123 nicole1234 nintendo123 nintendo64 nirvana123
nopassword nopassword1 nopasswords nothing123 oldpassword olympiquelyonnais opensesame opensesame1
packers123 parissaintgermain password12345 passwordispassword passwordone passwordpassword passwordsecret
peanutbutter philadelphia pikachu123 pineapple1 pinkfloyd1 pinkfloyd73 playstation playstation2
playstation3 playstation4 pleasechangeme poiuytrewq pokemon123 postmaster1 princess12 princess123
princess1234 private123 protection purplerain q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedc123 qazwsxedcrfv
quarterback qwaszx1234 qweasdzxc123 qweqweqweqwe qwer123456 qwer1234qwer qwerasdfzxcv qwert12345
qwert123456 qwerty1234 qwerty123456 qwertyqwerty qwertyuiop raiders123 rainbow123 rammstein1 realmadrid1
realmadrid123 redrooster redsox2004 residentevil rhinoceros robert1234 rollingstones rootpassword
rootrootroot rosebud123 rottweiler samantha12 samantha123 samsung123 samsunggalaxy sanfrancisco
scoobydoo123 sebastian1 sebastien1 secretpassword secure1234 security123 sesameouvretoi skateboard1
skateboarding snowball123 snowboarding snowflake1 something1 sonicthehedgehog southafrica spiderman12
spiderman123 spongebob123 springtime starcraft2 starlight1 starwars123 starwars77 stayaway123 steelers123
stephanie1 stephanie123 strawberry strawberry1 summertime sunflower1 sunshine12 sunshine123 sunshine1234
supercalifragilisticexpialidocious superman123 supermario supermario64 superpassword supersecret
superuser1 superuser123 sweetheart sweetheart1 swimming123 sysadmin123 temp123456 temporary1 temporary123
tempp@ss123 temppassword test123456 test1234567 test12345678 tester1234 testpassword testtest12
testtest123 testtesttest thanksgiving thebeatles thepassword thisisapassword thisismypassword
thisispassword thomas1234 thx1138thx1138 topsecret123 touchdown1 toulouse31 tr0ub4dor3 troubador3
trustno1ever trustnobody trustnoone1 unicorn123 unitedkingdom unitedstates userpassword useruser123
valarmorghulis valentine1 veronique1 vivelafrance volkswagen volleyball volleyball1 warcraft123
washington1 watermelon webmaster1 webmaster123 welcome2home welcomeback welcomehome whatever12 whatever123
whatsupdoc whitetiger william123 windows123 windows2000 winteriscoming wintertime wonderful1 wonderwoman
worldchampion worldofwarcraft yankees123 yellowsubmarine youllneverwalkalone yourpassword zaq12wsxcde3
zaq1xsw2cde3 zinedinezidane zxcv123456 zxcvbnm123 zxcvzxcvzxcv
`);

function listed(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
